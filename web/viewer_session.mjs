// The WebAssembly of <mmd-viewer>, drawing on a canvas.

import { MmdviewError, Session, withBinary } from './core.mjs';

/** Compiled once, however many viewers a page has. */
let compiled;
async function createViewerModule() {
  const { default: createModule } = await import('./mmdview_viewer.mjs');
  const address = new URL('./mmdview_viewer.wasm', import.meta.url);
  compiled ??= WebAssembly.compileStreaming(fetch(address)).catch(async () => {
    const answer = await fetch(address); // a server that does not know the type application/wasm
    if (!answer.ok) throw new MmdviewError({ what: `${address}: ${answer.status} ${answer.statusText}` });
    return WebAssembly.compile(await answer.arrayBuffer());
  });
  const wasm = await compiled;
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
    return {};
  };
  return createModule(await withBinary('./mmdview_viewer.wasm', { instantiateWasm }));
}

/** The canvas lost its WebGL context: its objects are gone, and nothing is drawn until resumeDrawing(). */
export const stopDrawing = (session) => session.call('stop');

/** The canvas has its WebGL context again. */
export function resumeDrawing(session) {
  const { GL } = session.module;
  GL.currentContext.initExtensionsDone = false; // a restored context has none switched on
  GL.initExtensions(GL.currentContext);
  session.call('start');
}

/** A session that draws on the canvas. */
export async function createViewerSession(canvas) {
  const module = await createViewerModule();
  const context = module.GL.createContext(canvas, {
    majorVersion: 2,
    minorVersion: 0,
    alpha: true,
    depth: true,
    stencil: true,
    antialias: true,
    premultipliedAlpha: true,
    preserveDrawingBuffer: false,
    enableExtensionsByDefault: true,
  });
  if (!context)
    throw new MmdviewError({ what: 'this browser has no WebGL 2', hint: 'switch hardware acceleration on, or use a newer browser' });
  module.GL.makeContextCurrent(context);
  module.GL.contexts[context].GLctx.getExtension('WEBGL_debug_renderer_info');
  const session = new Session(module);
  session.call('start');
  return session;
}
