package site

import "strings"

// browserWord names a browser and its system, as far as its User-Agent tells,
// so that a person knows their own in a list.
func browserWord(agent string) string {
	browser := named(agent, "A browser", [][2]string{
		{"Edg/", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"Chrome/", "Chrome"},
		{"CriOS/", "Chrome"},
		{"Safari/", "Safari"},
		{"curl/", "curl"},
	})
	system := named(agent, "", [][2]string{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"CrOS", "ChromeOS"},
		{"Windows", "Windows"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	})
	if system == "" {
		return browser
	}
	return browser + " on " + system
}

// named is the word of the first sign that text holds.
func named(text, otherwise string, signs [][2]string) string {
	for _, s := range signs {
		if strings.Contains(text, s[0]) {
			return s[1]
		}
	}
	return otherwise
}
