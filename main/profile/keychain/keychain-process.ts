/**
 * The keychain process: a separate program, and the only one that loads the native library. Answers
 * one set, get or delete request at a time, and ends with the process that started it.
 */
import { keychainReply, keychainRequest, type KeychainReply } from './keychain-protocol.ts'
import type { KeychainAnswer, KeychainRequest } from './keychain-protocol.ts'
import { parentChannel } from '../../platform/parent-channel.ts'

const channel = parentChannel()
const reply = (message: KeychainReply): void => channel?.post(keychainReply.parse(message))

async function perform(request: KeychainRequest): Promise<KeychainAnswer> {
  // Loaded late: the import throws without libsecret, and the reply reports that.
  const { default: keytar } = await import('keytar')
  const { service, account } = request
  switch (request.kind) {
    case 'get':
      return keytar.getPassword(service, account)
    case 'delete':
      return keytar.deletePassword(service, account)
    case 'set':
      await keytar.setPassword(service, account, request.value)
      return null
  }
}

/** Returns the system's message, with the secret value removed in case the message repeats it. */
function messageOf(problem: unknown, request: KeychainRequest): string {
  const message = problem instanceof Error ? problem.message : String(problem)
  const cleaned = request.kind === 'set' ? message.replaceAll(request.value, '[value]') : message
  return cleaned.slice(0, 500)
}

let busy = false

async function serve(message: unknown): Promise<void> {
  const parsed = keychainRequest.safeParse(message)
  if (!parsed.success) {
    // Answers with the number only: the invalid part of the request may be its secret.
    const { id } = Object(message) as { id?: unknown }
    const known = Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : null
    reply({ ok: false, id: known, message: 'The keychain process did not understand the request.' })
    return
  }
  const { id } = parsed.data
  if (busy) {
    reply({ ok: false, id, message: 'The keychain process received two requests at once.' })
    return
  }
  busy = true
  try {
    reply({ ok: true, id, answer: await perform(parsed.data) })
  } catch (problem) {
    reply({ ok: false, id, message: messageOf(problem, parsed.data) })
  } finally {
    busy = false
  }
}

channel?.onMessage((message) => void serve(message))

// Not process.exit, which waits for a library call: with a service that hangs, most of a minute.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
