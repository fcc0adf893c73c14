package outbox

import (
	"fmt"

	"fencepost/sim"
)

// names are how sentences call the actors.
var names = [...]string{
	actorCustomer: "The customer", actorAPI: "The API", actorDatabase: "The database",
	actorRelay: "The relay", actorQueue: "The queue", actorWorker: "The worker",
}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	switch m.Kind {
	case kRequest:
		return "The customer sends an order to the API."
	case kCommit:
		if m.Arg[0] != 0 {
			return "The API commits the order and, in the same transaction, a job in the outbox."
		}
		return "The API commits the order."
	case kPublish:
		return publishText(m.Arg)
	case kAnswer:
		return "The API answers: your order is accepted."
	case kNoAnswer:
		return fmt.Sprintf("The customer has waited for %v and has no answer.", patience)
	case kCrash:
		return crashText(m)
	case kBack:
		return names[m.Actor] + " is back, and remembers nothing."
	case kMark:
		return "The relay marks the job in the outbox as sent."
	}
	return workText(m)
}

func publishText(a sim.Args) string {
	if a[1] > 0 {
		return fmt.Sprintf("%s puts the job into the queue again: the outbox says that it was not sent.", names[a[0]])
	}
	return fmt.Sprintf("%s puts the job into the queue.", names[a[0]])
}

// workText is the sentence of what happens to a job.
func workText(m sim.Mark) string {
	switch m.Kind {
	case kTake:
		return fmt.Sprintf("The worker takes the job; it is hidden for %v.", sim.Millis(m.Arg[0]))
	case kSend:
		return sendText(m)
	case kSkip:
		return names[m.Actor] + " sends the invoice; the mail service has its number already and does nothing."
	case kAck:
		return "The queue has the worker’s acknowledgement and forgets the job."
	}
	return fmt.Sprintf("No acknowledgement has come in %v: the job is visible again.", sim.Millis(m.Arg[0]))
}

func sendText(m sim.Mark) string {
	s := names[m.Actor] + " sends the invoice"
	if m.Actor == actorAPI {
		s = "The API’s thread sends the invoice"
	}
	if m.Arg[0] > 1 {
		s += " again"
	}
	if m.Arg[1] == 0 {
		s += ", for an order that is not in the database"
	}
	return s + "."
}

// crashes are what is not done because of a crash, by where it comes.
var crashes = map[int64]string{
	int64(stepCommit): "commits the order", int64(stepPublish): "puts the job into the queue",
	int64(stepAnswer): "answers", int64(stepSend): "sends the invoice",
	atRelayPublish: "puts the job into the queue", atRelayMark: "marks the job as sent",
	atWorkerSend: "sends the invoice", atWorkerAck: "acknowledges the job",
}

func crashText(m sim.Mark) string {
	return fmt.Sprintf("%s crashes before it %s.", names[m.Actor], crashes[m.Arg[0]])
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sWaits:
		return "waits"
	case sWorks:
		if s.Actor == actorAPI && s.Arg[0] == 1 {
			return "work in memory"
		}
		return ""
	case sCrashed:
		return "crashed"
	case sRows:
		return [...]string{rowsNone: "empty", rowsOrder: "order", rowsJob: "order, job", rowsSent: "order, job sent"}[s.Arg[0]]
	}
	return jobsText(s.Arg)
}

func jobsText(a sim.Pair) string {
	switch {
	case a[0] > 0 && a[1] > 0:
		return fmt.Sprintf("%d visible, %d hidden", a[0], a[1])
	case a[0] > 0:
		return fmt.Sprintf("%d visible", a[0])
	case a[1] > 0:
		return fmt.Sprintf("%d hidden", a[1])
	}
	return "empty"
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	return [...]string{
		msgRequest: "order", msgCommit: "commit", msgPublish: "job", msgAnswer: "accepted",
		msgMark: "mark", msgTake: "job", msgSend: "invoice", msgAck: "ack",
	}[m.Kind]
}
