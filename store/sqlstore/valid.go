package sqlstore

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"fencepost/store"
)

// checkText refuses what PostgreSQL cannot keep, so that every engine refuses
// the same: bytes that are not UTF-8, and NUL.
func checkText(texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("%w: text is not UTF-8", store.ErrInvalid)
		}
		if strings.IndexByte(s, 0) >= 0 {
			return fmt.Errorf("%w: text holds a NUL", store.ErrInvalid)
		}
	}
	return nil
}

// checkIDs refuses empty ids and keys, then what checkText refuses.
func checkIDs(ids ...string) error {
	for _, id := range ids {
		if id == "" {
			return fmt.Errorf("%w: an id or key is missing", store.ErrInvalid)
		}
	}
	return checkText(ids...)
}

// checkJSON refuses what is not one JSON value in UTF-8.
func checkJSON(raw json.RawMessage) error {
	if !json.Valid(raw) {
		return fmt.Errorf("%w: not JSON", store.ErrInvalid)
	}
	return checkText(string(raw))
}
