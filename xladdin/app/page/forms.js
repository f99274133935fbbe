// Creates forms. A field is [name, label, kind], and the kind has one of: choices, files, tick, player, or an input type.

function createForm(title, fields, submitLabel, onSubmit) {
  const element = el("form", { onsubmit: (event) => { event.preventDefault(); runAction(() => onSubmit(readValues(element, fields))); } },
    ...fields.map(([name, label, kind]) => createField(name, label, kind)),
    el("button", { className: "first" }, translate(submitLabel)));
  return el("section", {}, ...(title ? [createHeading(translate(title))] : []), element);
}

function createField(name, label, kind) {
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

function readValues(element, fields) {
  const data = new FormData(element);
  return Object.fromEntries(fields.map(([name, , kind]) => [name, kind.files ? data.getAll(name).filter((file) => file.name) : data.get(name) ?? ""]));
}

// Copies the chosen files to the folder of the worker, and returns their paths.
async function uploadFiles(files) {
  if (!files.length) { return state.uploads ?? []; } // a form that is rendered again has lost its files
  const contents = {};
  for (const file of files) { contents[`incoming/${file.name}`] = await readBytes(file); }
  await engine.put(contents);
  state.uploads = Object.keys(contents);
  return state.uploads;
}
