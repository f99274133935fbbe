// Forms. A field is [name, label, kind]; the kind has choices, files, tick, player, or the type of a line of text.

function form(title, fields, submitLabel, onSubmit) {
  const element = el("form", { onsubmit: (event) => { event.preventDefault(); runAction(() => onSubmit(valuesOf(element, fields))); } },
    ...fields.map(([name, label, kind]) => field(name, label, kind)),
    el("button", { className: "first" }, translate(submitLabel)));
  return el("section", {}, ...(title ? [heading(translate(title))] : []), element);
}

function field(name, label, kind) {
  const value = state.formValues?.[name];
  if (kind.tick) { return el("label", { className: "tick" }, el("input", { type: "checkbox", name, checked: !!value }), translate(label)); }
  const input = kind.choices
    ? el("select", { name, required: !!kind.required }, ...kind.choices.map(([option, text]) => el("option", { value: option, selected: option === (value ?? kind.value) }, translate(text))))
    : kind.player ? el("select", { name }, ...state.club.players.map((player) => el("option", { value: player }, player)))
    : kind.files ? el("input", { type: "file", name, multiple: true })
    : el("input", { name, type: kind.type ?? "text", value: value ?? translate(kind.value ?? ""), autocomplete: "off", required: !!kind.required });
  const chosen = kind.files && state.uploads?.length ? el("p", { className: "hint" }, state.uploads.map((path) => path.split("/").pop()).join(", ")) : null;
  return el("label", {}, el("span", {}, translate(label)), input, chosen);
}

function valuesOf(element, fields) {
  const data = new FormData(element);
  return Object.fromEntries(fields.map(([name, , kind]) => [name, kind.files ? data.getAll(name).filter((file) => file.name) : data.get(name) ?? ""]));
}

// Copies the chosen files to where commands find them, and returns their paths.
async function uploadFiles(files) {
  if (!files.length) { return state.uploads ?? []; } // a form that is drawn again has lost its files
  const contents = {};
  for (const file of files) { contents[`incoming/${file.name}`] = await bytesOf(file); }
  await engine.put(contents);
  state.uploads = Object.keys(contents);
  return state.uploads;
}
