package splice

import (
	"bytes"
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// The sum of two texts follows from theirs, as hash/crc32 has it.
func TestSumsOfPartsGiveTheSumOfTheWhole(t *testing.T) {
	random := rand.NewChaCha8([32]byte{})
	text := make([]byte, 1<<17)
	_, _ = random.Read(text)
	for _, cut := range []int{0, 1, 2, 7, 8, 63, 64, 65, 255, 4096, 65535, 65536, 65537, len(text) - 1, len(text)} {
		first, second := text[:cut], text[cut:]
		got := product(advance(len(second)), crc32.ChecksumIEEE(first)) ^ crc32.ChecksumIEEE(second)
		if want := crc32.ChecksumIEEE(text); got != want {
			t.Errorf("cut at %d: %08x, want %08x", cut, got, want)
		}
	}
}

// Moving a sum on over n bytes is what n zero bytes do, but for the inversion
// that crc32 begins and ends with.
func TestAdvanceIsWhatZerosDo(t *testing.T) {
	const sum = 0xcbf43926 // of "123456789", the check value of CRC-32
	for _, n := range []int{0, 1, 3, 100, 12345} {
		want := ^crc32.Update(^uint32(sum), crc32.IEEETable, make([]byte, n))
		if got := product(advance(n), sum); got != want {
			t.Errorf("%d bytes: %08x, want %08x", n, got, want)
		}
	}
	if crc32.ChecksumIEEE([]byte("123456789")) != sum {
		t.Error("not the CRC-32 of RFC 1952")
	}
}

func TestAProductWithOneIsTheOther(t *testing.T) {
	for _, a := range []uint32{0, 1, one, octet, 0xdeadbeef, 0xffffffff} {
		if product(one, a) != a || product(a, one) != a {
			t.Errorf("one times %08x is %08x and %08x", a, product(one, a), product(a, one))
		}
	}
}

func BenchmarkSum(b *testing.B) {
	s, err := new(Press).Segment(bytes.Repeat([]byte("a lease is not a lock "), 1000))
	if err != nil {
		b.Fatal(err)
	}
	sum := uint32(1)
	for b.Loop() {
		sum = product(s.advance, sum) ^ s.sum
	}
}
