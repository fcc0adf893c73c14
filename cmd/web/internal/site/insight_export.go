package site

import "fencepost/views"

func (b *board) exportForm(string) *views.InsightExport { return nil }
