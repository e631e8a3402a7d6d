// The slider of examples.html.
const blink = document.getElementById('blink');
blink.addEventListener('input', () => document.getElementById('face').setMorph('まばたき', blink.valueAsNumber));
