// Command pocketbase is the control for writes: PocketBase as it comes, with one
// collection whose fields are those of an answer to a check, in which anybody
// may create a record. It is a module of its own, so that the product depends on
// nothing of it.
//
//	pocketbase serve --http=127.0.0.1:8090 --dir=./pb_data
package main

import (
	"log"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	app := pocketbase.New()
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.InstallerFunc = nil // it would open a browser
		if err := addAnswers(e.App); err != nil {
			return err
		}
		return e.Next()
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// addAnswers makes the collection, with the indexes by which the product keeps a
// form from counting twice and finds what a learner did.
func addAnswers(app core.App) error {
	const name = "answers"
	if _, err := app.FindCollectionByNameOrId(name); err == nil {
		return nil
	}
	c := core.NewBaseCollection(name)
	c.Fields.Add(
		&core.TextField{Name: "learner", Required: true},
		&core.TextField{Name: "form_key", Required: true},
		&core.TextField{Name: "lesson", Required: true},
		&core.TextField{Name: "item", Required: true},
		&core.JSONField{Name: "answer", Required: true},
		&core.BoolField{Name: "right"},
		&core.TextField{Name: "content"},
		&core.NumberField{Name: "at_ms"},
	)
	c.AddIndex("answers_once", true, "learner, form_key", "")
	c.AddIndex("answers_by_item", false, "learner, lesson, item", "")
	anybody := ""
	c.CreateRule = &anybody
	return app.Save(c)
}
