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

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (!globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) {
      fault(form, "This browser knows no passkeys, or one that is too old for this. An authenticator app works.");
      return;
    }
    try {
      const answer = await ask(JSON.parse(form.dataset.passkey).publicKey);
      form.elements.answer.value = JSON.stringify(answer);
      HTMLFormElement.prototype.submit.call(form);
    } catch (err) {
      fault(form, err.name === "InvalidStateError"
        ? "This passkey is added already."
        : "No passkey was used: the dialogue was closed, or none fits.");
    }
  });
}
