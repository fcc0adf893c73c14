// Checks: the answer is sent and the question replaced where it stands. Without
// a connection it stays as it is and says so; when anything else goes wrong on
// the way, the browser sends the form as it would have.
import { lost, unsent } from "./offline.js";
import { say } from "./say.js";

document.addEventListener("submit", async (e) => {
  const form = e.target;
  if (!form.matches("[data-check]") || e.defaultPrevented) return;
  e.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  const button = form.querySelector("[type=submit]");
  button.setAttribute("aria-disabled", "true");
  try {
    replace(form, await ask(form));
  } catch (e) {
    if (e instanceof TypeError) { // what fetch throws where nothing came back
      delete form.dataset.busy;
      button.removeAttribute("aria-disabled");
      return unsent(form, `${lost()} Your answer was not sent and is still here. Send it again when the connection is back.`);
    }
    HTMLFormElement.prototype.submit.call(form);
  }
});

// ask sends the answer and returns the page's answer.
const ask = async (form) => {
  const res = await fetch(form.action, {
    method: "POST",
    headers: { "Fencepost-Fragment": "check" },
    body: new URLSearchParams(new FormData(form)),
  });
  const doc = new DOMParser().parseFromString(await res.text(), "text/html");
  if (!doc.getElementById(form.id)) throw new Error(`no question in the answer, status ${res.status}`);
  return doc;
};

// replace puts the question anew in the old one's place. The focus stays on
// the button, and what came of the answer is read out.
const replace = (form, doc) => {
  const fresh = document.adoptNode(doc.getElementById(form.id));
  const focused = form.contains(document.activeElement);
  form.replaceWith(fresh);
  if (focused) fresh.querySelector("[type=submit], [data-focus]").focus({ preventScroll: true });
  const progress = doc.querySelector("[data-progress]")?.textContent.trim();
  for (const p of document.querySelectorAll("[data-progress]")) if (progress) p.textContent = progress;
  const heard = [...fresh.querySelectorAll(".fb, .fault, .sentence")].map((n) => n.innerText.trim());
  fresh.dispatchEvent(new CustomEvent("check:answered", { bubbles: true }));
  say([...heard, fresh.querySelector("[data-said]")?.textContent.trim() ?? ""].join(" "));
};
