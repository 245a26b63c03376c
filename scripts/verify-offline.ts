/**
 * `npm run verify:offline`: installs missing packages first; then runs all of `verify` without a
 * network. Needs Linux with `unshare` and `ip`, and root or the right to create namespaces.
 */
import { networkCutToLoopback } from './lib/network-cut.ts'
import { prepare } from './lib/prepare.ts'
import { run } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

await prepare('test')
const [command, ...args] =
  (await networkCutToLoopback()) ??
  stop(
    'verify:offline: the network cannot be cut off here (needs unshare and ip, and the right to)',
  )
const interfaces = await run(
  command,
  [...args, process.execPath, '-p', 'Object.keys(os.networkInterfaces()).join()'],
  { quiet: true },
)
if (interfaces.output.trim() !== 'lo') {
  stop(`verify:offline: the network is not cut off: ${interfaces.output}`)
}
say('verify:offline: without a network from here on')
const { code } = await run(command, [...args, process.execPath, 'scripts/verify.ts'])
process.exit(code)
