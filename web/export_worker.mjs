// Writes the model that an element shows for other programs, in a worker: exporter.mjs starts it and ends it.

import { createSession } from './core.mjs';

/** Loads the files and shows what the element shows. */
function show(session, { files, unpacked, names, choices, state, pose }) {
  for (const { name, bytes } of files) session.addFile(name, bytes);
  for (const { file, folder } of unpacked) session.unpack(file, folder);
  session.load(names);
  session.choose(choices);
  if (state.moves) {
    for (const { name, weight } of state.morphs) session.setMorph(name, weight);
    session.show(state.frame);
  } else if (pose) {
    session.addFile('.export/shown.vpd', pose);
    session.setPose('.export/shown.vpd');
  }
}

addEventListener('message', async ({ data: { shown, method, options } }) => {
  try {
    const session = await createSession();
    show(session, shown);
    const answer = session[method]({
      ...options,
      onprogress: (progress) => postMessage({ progress }),
      onreport: (report) => postMessage({ report }),
    });
    postMessage({ answer });
  } catch (error) {
    postMessage({ error: { ...error, what: error.what ?? error.message } });
  }
});
