/** The ready-made practice operators, two at each workstation: chosen by name, without a passphrase. */
import type { OperatorLine } from '../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import { err, ok } from '../../preload/contract/kernel/result.ts'
import type { Store } from '../store/store.ts'
import type { Operators } from './operators.service.ts'
import { createPresence } from './operators/presence.ts'

export const practiceOperators: readonly [Operator, Operator] = [
  { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker'] },
  { id: 'practice-theo', name: 'Theo Park', roles: ['checker', 'administrator'] },
]

/** The people of the further workstations of a practice team: a maker and a checker at each. */
const team: readonly (readonly [maker: string, checker: string])[] = [
  ['Ines Duarte', 'Samir Haddad'],
  ['Lena Vogt', 'Omar Reyes'],
  ['Priya Nair', 'Jonas Lindqvist'],
  ['Aiko Mori', 'Declan Byrne'],
  ['Zofia Nowak', 'Mateo Silva'],
  ['Hana Kovar', 'Tomas Brandt'],
  ['Nadia Farouk', 'Leo Marchetti'],
]

const pairs: readonly (readonly [Operator, Operator])[] = [
  practiceOperators,
  ...team.map(([maker, checker]): [Operator, Operator] => [
    { id: idOf(maker), name: maker, roles: ['maker'] },
    { id: idOf(checker), name: checker, roles: ['checker', 'administrator'] },
  ]),
]
function idOf(name: string): string {
  return `practice-${name.split(' ')[0]?.toLowerCase() ?? ''}`
}

export interface PracticeOperatorsDeps {
  /** Number of this workstation in its team, from 1; 1 without a team. */
  readonly workstation?: number | undefined
  /** Undefined until the store is open, or when opening failed. */
  readonly store: () => Store | undefined
  /** Called when another operator signs in. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** A fixed date: nobody in particular added the practice operators. */
const addedAt = '2026-01-01T00:00:00.000Z'
const practiceOnly = () => Promise.resolve(err({ code: 'practice-only' } as const))

/**
 * Creates the practice operators of a workstation; the first is signed in from the start. Those of
 * the other workstations of a team are known, and sign in there.
 */
export function createPracticeOperators(deps: PracticeOperatorsDeps): Operators {
  const here = pairs[(deps.workstation ?? 1) - 1] ?? practiceOperators
  const presence = createPresence({ state: 'in' }, here[0])
  const found = (id: string): Operator | undefined => pairs.flat().find((one) => one.id === id)
  const note = async (actor: string, kind: string, detail: Record<string, string>) => {
    await deps.store()?.note({ actor, kind, subject: actor, detail })
  }
  let lastSignIns: ReadonlyMap<string, string> = new Map()
  let reading: Promise<void> | undefined
  /** Reads sign-ins from the audit chain, which includes earlier runs of the program. */
  async function readSignIns(store: Store): Promise<void> {
    const rows = await store.read
      .selectFrom('audit_entries')
      .select(({ fn }) => ['subject', fn.max('at').as('at')])
      .where('kind', '=', 'operator.signed-in')
      .where(
        'subject',
        'in',
        here.map(({ id }) => id),
      )
      .groupBy('subject')
      .execute()
    lastSignIns = new Map(rows.map(({ subject, at }) => [subject, at]))
  }
  /** Reads the sign-ins at the first query after the store opened, and after each sign-in. */
  function loadSignIns(isAgain = false): Promise<void> {
    const store = deps.store()
    if (!store || (reading && !isAgain)) return reading ?? Promise.resolve()
    reading = readSignIns(store).catch((problem: unknown) => {
      deps.report('operators.sign-ins', problem)
    })
    return reading
  }
  return {
    all: () => here,
    access: () => {
      void loadSignIns()
      return presence.access()
    },
    current: presence.current,
    isSignedIn: () => presence.access().state === 'in',
    signInEpoch: () => presence.signInEpoch(),
    factsOf: (id) => {
      const known = found(id)
      return known && { ...known, disabled: false, setBy: null, setters: [] }
    },
    nameOf: (id) => found(id)?.name ?? id,
    earlierNames: () => [],
    async signIn(id) {
      const operator = here.find((one) => one.id === id)
      if (!operator) return err({ code: 'not-found' })
      const from = presence.current().id
      await note(id, 'operator.signed-in', from === '' ? {} : { from })
      await loadSignIns(true)
      presence.enter(operator)
      deps.changed()
      return ok(undefined)
    },
    lock(reason) {
      const before = presence.leave(reason)
      if (!before) return Promise.resolve()
      deps.changed()
      return note(before.id, 'operator.locked', { reason }).catch((problem: unknown) => {
        deps.report('operators.lock', problem)
      })
    },
    prove: () => Promise.resolve(err({ code: 'not-found' })),
    changePassphrase: practiceOnly,
    createFirst: practiceOnly,
    list: () =>
      here.map((operator): OperatorLine => ({
        ...operator,
        roles: [...operator.roles],
        disabled: false,
        addedAt,
        setBy: null,
        mustChange: false,
        lastSignInAt: lastSignIns.get(operator.id) ?? null,
        failedSignIns: 0,
      })),
    add: practiceOnly,
    change: practiceOnly,
    resetPassphrase: practiceOnly,
  }
}
