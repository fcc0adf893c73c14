// Package class is a class of students who never were, at work on a site: what
// each of them asks of it, when, and what it acknowledged. The site is a real
// one behind real sockets; the students are HTTP clients with a cookie jar. What
// a student does follows from a seed, so that a run can be had again.
//
// # A session
//
// A student opens the catalogue and a lesson with its files, reads the steps one
// by one, plays with the simulators, predicts, answers checks (some wrongly, and
// again), tries the challenges, writes an explanation while the page saves the
// draft, hands it in, reads what came of it, sometimes writes a second one, and
// looks at spaced review.
//
// # Where the times come from
//
//   - Reading to learn: 200 words a minute (Carver, "Reading rate: theory,
//     research, and practical implications", Journal of Reading 36(2), 1992, who
//     sets that rate for learning against 300 for reading). It varies between
//     people with a standard deviation of a quarter (Brysbaert, "How many words do
//     we read per minute?", Journal of Memory and Language 109, 2019: 238 ± 51).
//   - Answering: times are lognormal (van der Linden, "A lognormal model for
//     response times on test items", JEBS 31(2), 2006). A median of 30 s for a
//     check and 20 s for a prediction, and the spread of 0.5, are ours, within
//     the minute or so a question that teachers plan with.
//   - Writing: 19 words a minute (Karat et al., "Patterns of entry and correction
//     in large vocabulary continuous speech recognition systems", CHI 1999, who
//     measured composing at a keyboard). Writers write in bursts between pauses
//     (Chenoweth and Hayes, "Fluency in writing", Written Communication 18(1),
//     2001). The page saves a second after the last key, which is a shorter pause
//     than theirs, so bursts here have 2 to 6 words instead of their 12: a save
//     every 6 to 19 seconds. That is on the heavy side.
//   - Arriving: after the class began, as exponential times with a mean of 75 s,
//     within five minutes. Changes to a simulator: every 6 s in the median. These
//     are guesses.
//
// A session is as long as a lesson asks for, up to the class's length: whoever
// would need longer hurries, and all of their times shrink in proportion. That
// makes the load heavier, never lighter. A speed divides every time between
// requests and nothing else: the waits for an answer, and those that a server
// asks for by Retry-After, stay what they are.
//
// # What counts as a retry
//
// An answer that a student had to ask for again: the connection broke, or the
// status was 429 or 5xx. What a proxy sends to another replica by itself is no
// retry, for nobody sees it. Saves of a draft and marks of a step read are sent
// again by the page's script and not by a person; they are counted by themselves
// and with the others.
package class
