// Exports of <mmd-viewer>: a worker of their own with the core, so that the page goes on and a file can be cancelled.

import { MmdviewError } from './core.mjs';

/** A worker of this folder, also for a page of another server. */
function startWorker() {
  if (new URL(import.meta.url).origin === location.origin)
    return new Worker(new URL('./export_worker.mjs', import.meta.url), { type: 'module' });
  const code = `import ${JSON.stringify(new URL('./export_worker.mjs', import.meta.url).href)};`;
  return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
}

/**
 * What a method of a session (core.mjs) answers in a worker that shows `shown`: {files, unpacked, names, choices, state, pose}.
 * `signal` ends it.
 */
export function inWorker(shown, method, { signal, onprogress, onreport, ...options } = {}) {
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    const worker = startWorker();
    const stop = () => end(failed, signal.reason);
    const end = (settle, value) => {
      worker.terminate();
      signal?.removeEventListener('abort', stop);
      settle(value);
    };
    signal?.addEventListener('abort', stop);
    worker.addEventListener('message', ({ data: { progress, report, answer, error } }) => {
      if (progress) onprogress?.(progress);
      else if (report) onreport?.(report);
      else if (error) end(failed, new MmdviewError(error));
      else end(done, answer);
    });
    worker.addEventListener('error', (event) => {
      const hint = 'export_worker.mjs, core.mjs, mmdview_core.mjs and mmdview_core.wasm must lie beside exporter.mjs';
      end(failed, new MmdviewError({ what: event.message || 'the worker for exports does not start', hint }));
    });
    worker.postMessage({ shown, method, options });
  });
}
