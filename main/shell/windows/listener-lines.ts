/** The listeners as the tray lists them, asked where the window asks too. */
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { channelPrefix } from '../../../preload/contract/api/envelope.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ListenerLine } from './tray-text.ts'

/** What is asked of the workstation. */
interface Asked {
  readonly handlers: {
    readonly listener: Pick<Handlers['listener'], 'getState'>
    readonly workstation: Pick<Handlers['workstation'], 'getState'>
  }
  operators(): { current(): Operator }
}

/** The shown profile's listener first, then the others that are enabled. None while no store is open. */
export async function listenerLines(asked: Asked): Promise<readonly ListenerLine[]> {
  const { listener, workstation } = asked.handlers
  const context = { operator: asked.operators().current() }
  const [state, here] = await Promise.all([
    listener.getState(undefined, context),
    workstation.getState(undefined, context),
  ])
  if (!state.ok || !here.ok) return []
  const { running, notStoring, others } = state.value
  const { profileId, profileName: name, environment } = here.value
  return [
    { profileId, name, environment, running: running.state, isNotStoring: notStoring !== null },
    ...others.map((other) => ({
      profileId: other.profileId,
      name: other.name,
      environment: other.environment,
      running: other.running.state,
      isNotStoring: other.notStoring !== null,
    })),
  ]
}

const telling = ['listener.', 'workstation.', 'profiles.'].map((noun) => channelPrefix + noun)

/** Whether what the window is told on a channel may change the lines. */
export const mayChangeLines = (channel: string): boolean =>
  telling.some((start) => channel.startsWith(start))
