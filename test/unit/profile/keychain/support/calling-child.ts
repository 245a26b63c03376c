/**
 * Requests an item from the keychain, whose process is named: `calling-child.ts <process>`. Sends a
 * message once the request is running.
 */
import { createKeychain } from '../../../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../../../main/profile/keychain/launch-in-node.ts'

const [entry = ''] = process.argv.slice(2)
const keychain = createKeychain({ launch: launchKeychainInNode(entry) })
const answer = keychain.get({ service: 'Countersign test', account: 'one' })
// Long enough for the library to be inside its call, which the daemon never ends.
setTimeout(() => process.send?.('requested'), 1_000)
await answer
