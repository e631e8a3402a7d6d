// Which of a model's bones and morphs a VRM uses: chosen on the page, kept for the model in the browser's storage.

const keyOf = (hash) => `mmdview.vrm.${hash}`;

/** {bones: {usual name or VRM's: bone}, expressions: {expression: morph, or '' for none}} of the model with that hash. */
export function keptChoices(hash) {
  const none = { bones: {}, expressions: {} };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(keyOf(hash))) };
  } catch {
    return none; // a browser without storage
  }
}

export function keepChoices(hash, choices) {
  const isEmpty = Object.values(choices).every((part) => Object.keys(part).length === 0);
  try {
    if (isEmpty) localStorage.removeItem(keyOf(hash));
    else localStorage.setItem(keyOf(hash), JSON.stringify(choices));
  } catch {
    // a browser without storage, or a full one: the choices hold until another model is active
  }
}

/**
 * Rows with a title and a select. `rows`: {name, title, found}, where `found` is used without a choice; `values`: [value,
 * text] of each option; `chosen`: {name: value}; `choose(name, value)` is called for each choice: undefined means automatic.
 */
export function choiceRows(rows, values, chosen, automatic, choose) {
  return rows.map(({ name, title, found }) => {
    const select = document.createElement('select');
    select.name = name;
    select.append(new Option(name in chosen ? automatic : `${automatic}: ${found}`, 'automatic'), ...values.map(([value, text]) => new Option(text, `is ${value}`)));
    select.value = name in chosen ? `is ${chosen[name]}` : 'automatic';
    select.addEventListener('change', () => choose(name, select.value === 'automatic' ? undefined : select.value.slice('is '.length)));
    const label = document.createElement('label');
    const titled = document.createElement('span');
    titled.textContent = title;
    label.append(titled, select);
    return label;
  });
}
