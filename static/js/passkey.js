// A form that is sent once the browser's passkey dialogue has been answered.

const fault = (form, words) => {
  form.querySelector(".fault")?.remove();
  const p = document.createElement("p");
  p.className = "fault";
  p.setAttribute("role", "alert");
  p.textContent = words;
  form.prepend(p);
};

// ask opens the dialogue: to make a passkey where a relying party is named,
// else to show one.
const ask = (options) => "rp" in options
  ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

// words say what went wrong: errors of the dialogue have names of their own,
// those of the server and the network say it themselves.
const words = (err) => {
  if (err.name === "InvalidStateError") return "This passkey is added already.";
  if (err.name === "TypeError") return "The server could not be reached. Try again in a moment.";
  if (err.name === "Error") return err.message;
  return "No passkey was used: the dialogue was closed, or none fits.";
};

// options are what to ask: they stand in the page, or the server says them now.
const options = async (form) => {
  if (form.dataset.passkey) return JSON.parse(form.dataset.passkey).publicKey;
  const res = await fetch(form.dataset.asks, { method: "POST", headers: { Accept: "application/json" } });
  const said = await res.json();
  if (!res.ok) throw new Error(said.error);
  return said.publicKey;
};

for (const form of document.querySelectorAll("form[data-passkey], form[data-asks]")) {
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (!globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) {
      fault(form, "This browser knows no passkeys, or one that is too old for this. An authenticator app works.");
      return;
    }
    try {
      const answer = await ask(await options(form));
      form.elements.answer.value = JSON.stringify(answer);
      HTMLFormElement.prototype.submit.call(form);
    } catch (err) {
      fault(form, words(err));
    }
  });
}
