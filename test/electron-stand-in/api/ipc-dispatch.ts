/** Dispatches messages from a page's preload world to their receivers. */
import type { IpcMainInvokeEvent } from 'electron'
import { makeEvent } from '../events.ts'
import type { FromRenderer } from '../injected/preload-world.ts'
import { pack, unpack, type Reply } from '../renderer-link.ts'
import { state } from '../state.ts'
import { trace } from '../trace.ts'
import { ipcMain } from './ipc-main.ts'
import type { StandInWebContents } from './web-contents.ts'

type Invoke = FromRenderer & { readonly kind: 'invoke' }

/** Takes one message. */
export function onRendererMessage(
  contents: StandInWebContents,
  message: FromRenderer,
  reply: Reply,
): void {
  switch (message.kind) {
    case 'accelerator':
      state.accelerators.get(message.key)?.()
      break
    case 'preload-error':
      contents.emit('preload-error', makeEvent(), message.path, unpack(message.error))
      break
    case 'send':
      onSend(contents, message.channel, unpack(message.args) as unknown[])
      break
    case 'invoke':
      void onInvoke(contents, message, reply)
  }
}

function onSend(contents: StandInWebContents, channel: string, args: unknown[]): void {
  const reply = (back: string, ...values: unknown[]): void => contents.send(back, ...values)
  const event = makeEvent({ ...senderOf(contents), ports: [], reply })
  contents.ipc.emit(channel, event, ...args)
  ipcMain.emit(channel, event, ...args)
}

async function onInvoke(
  contents: StandInWebContents,
  { id, channel, args }: Invoke,
  reply: Reply,
): Promise<void> {
  trace(`invoke ${channel}`)
  const handler = contents.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel)
  const event = makeEvent(senderOf(contents))
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    const given = unpack(args) as unknown[]
    const value: unknown = await handler(event as unknown as IpcMainInvokeEvent, ...given)
    reply({ kind: 'result', id, value: pack(value) })
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error)
    reply({ kind: 'failure', id, message: String(error) })
  }
}

function senderOf(contents: StandInWebContents): object {
  const { id: processId, mainFrame: senderFrame } = contents
  return { type: 'frame', sender: contents, senderFrame, processId, frameId: 1 }
}
