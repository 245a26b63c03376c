/** The inbox of a real store, with operators and time controlled by the test. */
import { onTestFinished } from 'vitest'
import type { OperatorFacts } from '../../../../main/profile/operators.service.ts'
import { createInboxService } from '../../../../main/workplace/inbox.service.ts'
import type { NewItem } from '../../../../main/workplace/inbox/inbox-jobs.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import type { InboxItem, InboxRequest } from '../../../../preload/contract/api/inbox/inbox.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import type { Store } from '../../../../main/store/store.ts'
import { OwnTime } from '../../money/order/support/own-time.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import type { InboxContext } from '../../../../main/workplace/inbox/inbox-list.ts'

/** The operators. */
export const people: Readonly<Record<string, readonly Role[]>> = {
  mara: ['maker'],
  theo: ['checker'],
  cleo: ['checker', 'maker'],
  disabled: ['maker'],
}
export const callerOf = (id: string) => ({
  operator: { id, name: `Name of ${id}`, roles: [...(people[id] ?? [])] },
})

/** Everything open, newest first. */
export const everything: InboxRequest = {
  cursor: null,
  limit: 100,
  kind: 'all',
  whose: 'all',
  state: 'open',
}

const ok = <T>(result: Result<T, { readonly code: string }>): T => {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

/** Opens the inbox; `before` fills the store before the first check. */
export async function inboxSession(
  before: (store: Store) => Promise<unknown> = () => Promise.resolve(),
) {
  const store = await open(newStorePath())
  const time = new OwnTime()
  const emitted: string[] = []
  const fresh: NewItem[] = []
  const problems: unknown[] = []
  /** The matching of alerts; ends at once unless a test replaces it. */
  const matching = { read: (_upTo: number): Promise<unknown> => Promise.resolve() }
  const operatorOf = (id: string): OperatorFacts | undefined => {
    const roles = people[id]
    const disabled = id === 'disabled'
    return roles && { id, name: id, roles: [...roles], disabled, setBy: null }
  }
  const context = {
    store,
    clock: time.clock,
    profile: () => practiceProfile,
    operatorOf,
    policy: {
      current: () => ({ version: 1, policy: practicePolicy, at: null, by: null }),
      version: () => Promise.resolve(practicePolicy),
      at: () => Promise.resolve(practicePolicy),
    },
    operatorName: (id: string) => `Name of ${id}`,
    emitEvent: (noun: string, name: string) => void emitted.push(`${noun}.${name}`),
    report: (_where: string, problem: unknown) => void problems.push(problem),
  } as unknown as InboxContext
  await before(store)
  const openInbox = () => {
    const inbox = createInboxService(context, {
      matchAlerts: (upTo) => matching.read(upTo),
      startTimer: time.startTimer,
    })
    inbox.onNew((items) => void fresh.push(...items))
    onTestFinished(() => inbox.close())
    return inbox
  }
  let inbox = openInbox()
  await inbox.settled()
  const intake = intakeOf(store)
  const list = async (part: Partial<InboxRequest> = {}, who = 'theo'): Promise<InboxItem[]> =>
    ok(await inbox.handlers.list({ ...everything, ...part }, callerOf(who) as never)).items
  return {
    store,
    time,
    emitted,
    fresh,
    problems,
    matching,
    intake,
    context,
    list,
    inbox: () => inbox,
    /** As after another start of the program. */
    async restart() {
      await inbox.close()
      inbox = openInbox()
      await inbox.settled()
    },
    /** Checks everything that may have changed. */
    async scan() {
      inbox.scan()
      await inbox.settled()
      if (problems.length > 0) throw new Error(String(problems))
    },
    /** Receives, reads and matches alerts. */
    async receive(bytes: Uint8Array) {
      await intake.take(bytes)
      await intake.settled()
      inbox.scan('alerts')
      await inbox.settled()
      if (problems.length > 0) throw new Error(String(problems))
    },
    item: async (kind: InboxItem['kind'], part: Partial<InboxRequest> = {}): Promise<InboxItem> => {
      const [one, second] = await list({ kind, ...part })
      if (one === undefined || second !== undefined) throw new Error(`not one item: ${kind}`)
      return one
    },
    record: async (id: string) => ok(await inbox.handlers.get({ id }, callerOf('theo') as never)),
    titles: async (part: Partial<InboxRequest> = {}, who = 'theo') =>
      (await list(part, who)).map(({ kind, title }) => `${kind}: ${title}`),
  }
}
