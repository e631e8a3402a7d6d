// What Khronos' validator says of files: errors and warnings make it fail.
const fs = require('fs');
const validator = require('gltf-validator');

(async () => {
  let failed = false;
  for (const file of process.argv.slice(2)) {
    const {issues} = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {maxIssues: 100});
    // VRM provides for flat materials beside its toon materials, which the validator does not know. The extension of
    // VRM 0.x is older than the rule for names.
    const isKnown = m => ['MULTIPLE_EXTENSIONS', 'INVALID_EXTENSION_NAME_FORMAT'].includes(m.code);
    const known = issues.messages.filter(isKnown).length;
    issues.numWarnings -= known;
    console.log(`${file}: ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} notes`);
    for (const m of issues.messages)
      if (m.severity < 2 && !isKnown(m)) console.log(`  ${m.code} ${m.pointer}: ${m.message}`);
    failed = failed || issues.numErrors + issues.numWarnings > 0;
  }
  process.exit(failed ? 1 : 0);
})();
