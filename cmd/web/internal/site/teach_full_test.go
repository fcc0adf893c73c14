package site

import (
	"context"
	"fmt"
	"testing"

	"fencepost/store"
)

// judgeless is a store whose disk takes no more reviews.
type judgeless struct{ store.Store }

func (judgeless) SaveReview(context.Context, store.Scope, store.Review) (store.Review, store.Stale, error) {
	return store.Review{}, store.Stale{}, fmt.Errorf("secret detail: %w", store.ErrUnwritable)
}

func (judgeless) SaveGroup(context.Context, store.Scope, []store.Review, []string) error {
	return fmt.Errorf("secret detail: %w", store.ErrUnwritable)
}

// What a reviewer chose and wrote is in the form again where the store could not
// take it, for one answer and for a group.
func TestAReviewSurvivesAFullDisk(t *testing.T) {
	c := newClass(t, nil)
	c.answers()
	c.site.store = judgeless{c.site.store}
	c.run("a review on a full disk", `
as ida
POST /teach/answers/sam1/lease
code == 303
POST /teach/answers/sam1/reviews
= token=1
= v.stale_owner=covered
= comment=You do say it, well done.
code == 503
header Retry-After == 2
body contains could not be stored just now
body contains You do say it, well done.</textarea>
body ~ name="v.stale_owner" value="covered" checked
body lacks secret detail
GET /teach/groups
keep GROUP href="(/teach/group\?[^"]+)"
POST $GROUP
= member=sam2
= member=sue2
= v.resource_enforces=covered
= comment=Clear to both of you.
code == 503
header Retry-After == 2
body contains could not be stored just now
body contains Clear to both of you.</textarea>
body ~ name="v.resource_enforces" value="covered" checked
body ~ value="sam2" checked
body lacks secret detail
`)
}
