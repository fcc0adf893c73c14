package figure

import "fencepost/views"

// Posts of steps keep this distance from each other and from the ends, px.
const (
	postGap  = 18
	postEdge = 9
	flagHalf = 28
)

// steps places the numbered posts at the narrowest width, each as near to its
// time as it can stand without touching another. On a wider plot they only
// move apart, for their times do.
func (c *canvas) steps() (ticks []views.Tick, dense bool) {
	narrow := widths[0]
	homes := make([]int, len(c.run.Entries))
	for i, e := range c.run.Entries {
		homes[i] = at(c.x(e.At), narrow)
	}
	apart := postGap
	if n := len(homes); n > 1 {
		apart = min(apart, (narrow-2*postEdge)/(n-1))
	}
	places := spread(homes, apart, postEdge, narrow-postEdge)
	for i, e := range c.run.Entries {
		flag := min(max(homes[i], flagHalf), narrow-flagHalf)
		ticks = append(ticks, views.Tick{
			X: c.x(e.At), DX: places[i] - homes[i], FlagDX: flag - homes[i], Time: e.At.String(),
		})
	}
	return ticks, apart < postGap-1
}

// run of posts that stand shoulder to shoulder: the sum of where each would
// have the first one stand, and how many they are.
type crowd struct{ sum, n int }

func (c crowd) mean() float64 { return float64(c.sum) / float64(c.n) }

// spread moves ascending places to be at least apart from each other and
// within low and high, changing them as little as least squares allow: pool
// adjacent violators over the places less what the posts before them take.
func spread(homes []int, apart, low, high int) []int {
	var crowds []crowd
	for i, h := range homes {
		crowds = append(crowds, crowd{h - i*apart, 1})
		for k := len(crowds) - 1; k > 0 && crowds[k-1].mean() >= crowds[k].mean(); k-- {
			crowds[k-1].sum += crowds[k].sum
			crowds[k-1].n += crowds[k].n
			crowds = crowds[:k]
		}
	}
	out := make([]int, 0, len(homes))
	room := high - low - (len(homes)-1)*apart
	for _, c := range crowds {
		first := min(max(int(c.mean()), low), low+max(room, 0))
		for range c.n {
			out = append(out, first+len(out)*apart)
		}
	}
	return out
}
