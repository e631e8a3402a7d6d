// babylon-mmd is built for bundlers: its imports leave ".js" out, which Node does not guess.
export async function resolve(specifier, context, next) {
  for (const name of [specifier, specifier + ".js", specifier + "/index.js"]) {
    try {
      return await next(name, context);
    } catch (problem) {
      if (name.endsWith("/index.js")) throw problem;
    }
  }
}
