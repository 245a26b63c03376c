/** The listeners in the tray's menu, from the same queries that the window uses. */
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { channelPrefix } from '../../../preload/contract/api/envelope.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ListenerLine } from './tray-text.ts'

interface ListenerFacts {
  readonly handlers: {
    readonly listener: Pick<Handlers['listener'], 'getState'>
    readonly workstation: Pick<Handlers['workstation'], 'getState'>
  }
  operators(): { current(): Operator }
}

/**
 * Returns the shown profile's listener first, then the other enabled ones; none while no store is
 * open.
 */
export async function listenerLines(facts: ListenerFacts): Promise<readonly ListenerLine[]> {
  const { listener, workstation } = facts.handlers
  const context = { operator: facts.operators().current() }
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

const relevant = ['listener.', 'workstation.', 'profiles.'].map((noun) => channelPrefix + noun)

/** Returns whether an event on a channel may change the lines. */
export const mayChangeLines = (channel: string): boolean =>
  relevant.some((start) => channel.startsWith(start))
