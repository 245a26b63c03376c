// Plain JavaScript on purpose: must run and print the reason on a Node too old for TypeScript.
const wanted = 24
if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write(
    `Countersign needs Node ${wanted}; this is Node ${process.versions.node}.\n` +
      `On Linux and Windows (x64) "npm ci" brings it along; elsewhere install Node ${wanted} and run the command again.\n`,
  )
  process.exit(1)
}
const name = process.argv[2]
process.argv.splice(2, 1)
await import(`./${name}.ts`)
