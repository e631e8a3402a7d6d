// Which of a model's bones and morphs a VRM uses: chosen on the page, kept for the model in the browser's storage.

const keyOf = (hash) => `mmdview.vrm.${hash}`;

/** {bones: {usual name: bone}, expressions: {expression: morph, or ''}} of the model with that hash. */
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
 * The rows of a list of expressions: of each its name and a choice of the morph that serves it. `chosen`: by the user;
 * `choose(expression, morph)`: the user's new choice, '' for none, undefined for the one that is found by name.
 */
export function expressionRows({ expressions, morphs }, chosen, text, choose) {
  return expressions.map(({ name, morph }) => {
    const isChosen = name in chosen;
    const select = document.createElement('select');
    select.name = name;
    const found = isChosen ? text.automatic : `${text.automatic}: ${morph ?? text.noMorph}`;
    select.append(new Option(found, 'automatic'), new Option(text.noMorph, 'morph '), ...morphs.map((one) => new Option(one, `morph ${one}`)));
    select.value = isChosen ? `morph ${chosen[name]}` : 'automatic';
    select.addEventListener('change', () => choose(name, select.value === 'automatic' ? undefined : select.value.slice('morph '.length)));
    const label = document.createElement('label');
    const title = document.createElement('span');
    title.textContent = name;
    label.append(title, select);
    return label;
  });
}
