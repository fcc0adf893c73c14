package sqlite

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"

	"zombiezen.com/go/sqlite"
)

// stmt is a compiled statement of one connection. Values go in and out by the
// rules of database/sql, but for one: a number that is no integer is no int.
type stmt struct {
	*sqlite.Stmt
	args     []int // of each parameter, the argument that it is
	underWay bool  // its rows are being read
}

var (
	errUnderWay = errors.New("the statement is under way already")
	errNull     = errors.New("NULL has no place there")
)

// begin binds arguments. Whoever begins a statement ends it.
func (s *stmt) begin(args []any) error {
	if s.underWay {
		return errUnderWay
	}
	for param, n := range s.args {
		if n >= len(args) {
			return fmt.Errorf("the statement wants an argument $%d", n+1)
		}
		if err := s.bind(param+1, args[n]); err != nil {
			return fmt.Errorf("argument $%d: %w", n+1, err)
		}
	}
	s.underWay = true
	return nil
}

// end lets go of what the statement holds. What it failed with was answered by
// Step, and SQLite only says it again.
func (s *stmt) end() {
	s.underWay = false
	_ = s.Reset()
}

func (s *stmt) bind(param int, arg any) error {
	switch v := arg.(type) {
	case nil:
		s.BindNull(param)
	case string:
		s.BindText(param, v)
	case []byte:
		s.bindBytes(param, v)
	case int64:
		s.BindInt64(param, v)
	case int:
		s.BindInt64(param, int64(v))
	case bool:
		s.BindBool(param, v)
	case float64:
		s.BindFloat(param, v)
	default: // a type with one of those beneath
		plain, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		return s.bind(param, plain)
	}
	return nil
}

// bindBytes takes nil for NULL.
func (s *stmt) bindBytes(param int, v []byte) {
	if v == nil {
		s.BindNull(param)
		return
	}
	s.BindBytes(param, v)
}

// scan puts the columns of the row where dest points.
func (s *stmt) scan(dest []any) error {
	if n := s.ColumnCount(); n != len(dest) {
		return fmt.Errorf("a row of %d columns for %d places", n, len(dest))
	}
	for i, d := range dest {
		if err := s.column(i, s.ColumnType(i), d); err != nil {
			return fmt.Errorf("column %s: %w", s.ColumnName(i), err)
		}
	}
	return nil
}

// column puts one column where dest points.
func (s *stmt) column(i int, kind sqlite.ColumnType, dest any) error {
	switch d := dest.(type) {
	case *[]byte:
		*d = s.bytes(i, kind)
		return nil
	case sql.Scanner:
		return d.Scan(s.value(i, kind))
	}
	if kind == sqlite.TypeNull {
		return null(dest)
	}
	switch d := dest.(type) {
	case *string:
		*d = s.ColumnText(i)
		return nil
	case *float64:
		*d = s.ColumnFloat(i)
		return nil
	}
	return s.integer(i, kind, dest)
}

// integer puts what is an integer where dest points, or what is of a type of its
// own.
func (s *stmt) integer(i int, kind sqlite.ColumnType, dest any) error {
	switch dest.(type) {
	case *int64, *int, *bool:
		if kind != sqlite.TypeInteger {
			return fmt.Errorf("%v in place of an integer", kind)
		}
	}
	switch d := dest.(type) {
	case *int64:
		*d = s.ColumnInt64(i)
	case *int:
		*d = s.ColumnInt(i)
	case *bool:
		*d = s.ColumnBool(i)
	default:
		return s.reflected(i, kind, reflect.ValueOf(dest))
	}
	return nil
}

// reflected goes by the kind beneath a type: a name for strings, or a pointer
// that is nil for NULL.
func (s *stmt) reflected(i int, kind sqlite.ColumnType, dest reflect.Value) error {
	if dest.Kind() != reflect.Pointer || dest.IsNil() {
		return fmt.Errorf("%v is no place for a column", dest.Type())
	}
	to := dest.Elem()
	switch to.Kind() {
	case reflect.String:
		to.SetString(s.ColumnText(i))
	case reflect.Pointer:
		made := reflect.New(to.Type().Elem())
		if err := s.column(i, kind, made.Interface()); err != nil {
			return err
		}
		to.Set(made)
	default:
		return fmt.Errorf("%v is no place for a column", dest.Type())
	}
	return nil
}

// null puts NULL where dest points: only a pointer holds it.
func null(dest any) error {
	to := reflect.ValueOf(dest)
	if to.Kind() != reflect.Pointer || to.Elem().Kind() != reflect.Pointer {
		return errNull
	}
	to.Elem().SetZero()
	return nil
}

// value is a column as database/sql hands it to a Scanner.
func (s *stmt) value(i int, kind sqlite.ColumnType) any {
	switch kind {
	case sqlite.TypeInteger:
		return s.ColumnInt64(i)
	case sqlite.TypeFloat:
		return s.ColumnFloat(i)
	case sqlite.TypeText:
		return s.ColumnText(i)
	case sqlite.TypeBlob:
		return s.bytes(i, kind)
	}
	return nil
}

// bytes is a copy of a column; nil for NULL, and for nothing else.
func (s *stmt) bytes(i int, kind sqlite.ColumnType) []byte {
	if kind == sqlite.TypeNull {
		return nil
	}
	b := make([]byte, s.ColumnLen(i))
	s.ColumnBytes(i, b)
	return b
}
