package splice

import "hash/crc32"

// A CRC-32 is the remainder of a polynomial over the field of two elements. That
// of two texts, one after the other, follows from theirs: the first is moved on
// by as many bits as the second has, which multiplies it by a power of x, and
// the second is added. The sums are kept with their bits reversed, so that x to
// the 0 is the highest bit. (M. Adler, crc32_combine of zlib 1.2.12.)

// one is x to the 0, octet is x to the 8.
const (
	one   uint32 = 1 << 31
	octet uint32 = one >> 8
)

// product is a·b modulo the polynomial of CRC-32. It has no branch, which would
// be foretold half of the time.
func product(a, b uint32) uint32 {
	var p uint32
	for range 32 {
		p ^= b & -(a >> 31)
		a <<= 1
		b = b>>1 ^ crc32.IEEE&-(b&1)
	}
	return p
}

// advance is what moves a sum on over n bytes: x to the power of 8·n.
func advance(n int) uint32 {
	p := one
	for square := octet; n > 0; n >>= 1 {
		if n&1 == 1 {
			p = product(p, square)
		}
		square = product(square, square)
	}
	return p
}
