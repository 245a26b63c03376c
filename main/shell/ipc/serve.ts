/**
 * The only module that uses ipcMain: registers every channel of the API behind the sender check.
 */
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels } from '../../../preload/contract/api/channels.ts'
import { channelPrefix } from '../../../preload/contract/api/envelope.ts'
import { answer, type AnswerContext, type AnyHandler } from './answer.ts'
import type { Handlers } from '../../platform/handlers.ts'

export interface ServeContext extends AnswerContext {
  /**
   * Whether the message came from our window's main frame on our origin (Electron checklist, item
   * 17).
   */
  isTrustedSender(event: IpcMainInvokeEvent): boolean
}

/**
 * Registers one handler per callable channel. A message from any other sender is answered
 * `untrusted-sender` before any part of it is read, and is written to the log.
 */
export function serve(handlers: Handlers, context: ServeContext): void {
  for (const [channel, definition] of channels) {
    if (definition.kind === 'event') continue
    const handler = handlerOf(handlers, channel)
    ipcMain.handle(channelPrefix + channel, (event, input: unknown, expectedProfileId: unknown) => {
      if (!context.isTrustedSender(event)) {
        context.reportUnforeseen(channel, new Error('refused a message from an untrusted sender'))
        return { ok: false, error: { code: 'untrusted-sender' } }
      }
      return answer(channel, definition, handler, input, { ...context, expectedProfileId })
    })
  }
}

function handlerOf(handlers: Handlers, channel: string): AnyHandler {
  const [noun = '', name = ''] = channel.split('.')
  const group = (handlers as Record<string, Record<string, AnyHandler> | undefined>)[noun]
  const handler = group?.[name]
  if (!handler) throw new Error(`no handler for ${channel}`)
  return handler
}
