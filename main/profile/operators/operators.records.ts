/**
 * The operators of an open store, in memory as new as each transaction. Each change is decided and
 * recorded in one transaction with its audit act.
 */
import { sql, type Selectable } from 'kysely'
import {
  operatorLine,
  type OperatorLine,
} from '../../../preload/contract/api/operators/operators.ts'
import { role, type Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { follow } from '../../store/follow.ts'
import { fieldsOf } from '../../store/named-row.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import type { OperatorsTable } from '../../store/tables/operators.ts'
import type { Act, Store } from '../../store/store.ts'
import type { AuditEntriesTable } from '../../store/tables/audit.ts'
import type { Reader } from '../../store/tables.ts'
import { detailedParts, type MaybeDetailed } from '../../store/with-detail.ts'

export type OperatorRow = Selectable<OperatorsTable>

export interface OperatorRecords {
  /** Sorted by name. */
  all(): readonly OperatorRow[]
  of(id: string): OperatorRow | undefined
  /** Returns the operator who has this name, or had it once. */
  named(name: string): OperatorRow | undefined
  /** Everyone who ever set up this sign-in, and everyone who set up theirs in turn. */
  setters(id: string): readonly string[]
  /** The names that operators had before their present ones, oldest first. */
  earlierNames(): readonly EarlierName[]
  /** Adds an operator, if `check` permits it in the transaction. */
  add<F>(
    row: OperatorRow,
    act: Act,
    check: () => Result<undefined, F>,
  ): Promise<Result<undefined, F>>
  /**
   * Changes an operator by what `decide` returns in the transaction, or returns its refusal. It may
   * complete the act.
   */
  change<F>(
    id: string,
    act: Act,
    decide: () => Result<MaybeDetailed<Partial<OperatorRow>>, F>,
  ): Promise<Result<undefined, F>>
}

/** A name that an operator had until an instant, at which the next one began. */
export interface EarlierName {
  readonly id: string
  readonly name: string
  readonly until: string
}

const rolesOf = ({ roles }: OperatorRow): Operator['roles'] =>
  z.array(role).parse(JSON.parse(roles))

/** Returns an operator as the window sees it. */
export const operatorIn = (row: OperatorRow): Operator => ({
  id: row.id,
  name: row.name,
  roles: rolesOf(row),
})

/**
 * Returns an operator as administrators see it. Only `mustChange` shows anything about the
 * passphrase.
 */
export const lineOf = (row: OperatorRow): OperatorLine => ({
  ...fieldsOf(row, operatorLine),
  roles: rolesOf(row),
  disabled: row.disabled === 1,
  mustChange: row.must_change === 1,
})

const setUpActs = ['operator.added', 'operator.changed', 'operator.passphrase-set'] as const
/** Acts whose detail has the name from then on. */
const namingActs = ['operator.first-created', 'operator.added', 'operator.changed'] as const
type SetUp = Pick<Act, 'actor' | 'kind' | 'subject'>

/**
 * Collects who set up whose sign-in. Nothing clears the record: a new passphrase does not change
 * who wrote acts under the previous one.
 */
function createSetters() {
  const by = new Map<string, Set<string>>()
  return {
    take({ actor, kind, subject }: SetUp): void {
      if (!setUpActs.some((known) => known === kind) || actor === subject) return
      by.set(subject, new Set([...(by.get(subject) ?? []), actor]))
    },
    of(id: string): readonly string[] {
      const found = new Set<string>()
      const waiting = [id]
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
        for (const setter of by.get(at) ?? [])
          if (!found.has(setter)) {
            found.add(setter)
            waiting.push(setter)
          }
      return [...found]
    },
  }
}

/** An act that named an operator, as it is in the audit. */
type Naming = Pick<Selectable<AuditEntriesTable>, 'seq' | 'at' | 'subject' | 'detail'>

const namedIn = z.union([
  z.object({ name: z.string() }),
  z.object({ after: z.object({ name: z.string() }) }).transform(({ after }) => after),
])

/** Collects the names of operators: an act shows the name that its actor had at that time. */
function createNames() {
  const namings = new Map<number, { readonly id: string; readonly at: string; name: string }>()
  let earlier: readonly EarlierName[] | undefined
  return {
    take({ seq, at, subject: id, detail }: Naming): void {
      const named = namedIn.safeParse(JSON.parse(detail))
      if (named.success) namings.set(seq, { id, at, name: named.data.name })
      earlier = undefined
    },
    earlier(): readonly EarlierName[] {
      const inOrder = [...namings].sort(([one], [other]) => one - other).map(([, naming]) => naming)
      earlier ??= inOrder.flatMap(({ id, name }, place) => {
        const next = inOrder.slice(place + 1).find((later) => later.id === id)
        return next === undefined || next.name === name ? [] : [{ id, name, until: next.at }]
      })
      return earlier
    },
  }
}

/** Letters of other alphabets that look like Latin ones. */
const twins = new Map(
  [
    ['асеорхуіѕјһԁԛԝвмнткг', 'aceopxyisjhdqwbmhtkr'],
    ['αεικνορτυχωβηζμ', 'aeiknoptyxwbhzm'],
  ].flatMap(([foreign = '', latin = '']) =>
    Array.from(foreign, (letter, at): [string, string] => [letter, latin[at] ?? letter]),
  ),
)

/**
 * Returns a name in the form people see. Approvals and receipts show names, so no two may look the
 * same.
 */
const asItLooks = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim()
      .replace(/\s+/g, ' ')
      .toLowerCase(),
    (letter) => twins.get(letter) ?? letter,
  ).join('')

/** The operators and who set up whose sign-in, as the store has them. */
async function operatorsIn(reader: Reader) {
  const rows = await reader.selectFrom('operators').selectAll().execute()
  const setters = createSetters()
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const setUps = await reader
    .selectFrom('audit_entries')
    .select(['actor', 'kind', 'subject'])
    .where(sql<boolean>`subject IN (SELECT value FROM json_each(${ids}))`)
    .where('kind', 'in', setUpActs)
    .orderBy('seq')
    .execute()
  for (const act of setUps) setters.take(act)
  const names = createNames()
  for (const act of await namingsIn(reader)) names.take(act)
  return { rows: new Map(rows.map((row) => [row.id, row])), setters, names }
}

/** Returns the acts that named operators; with an id, those of one operator. */
const namingsIn = (reader: Reader, id?: string): Promise<Naming[]> =>
  reader
    .selectFrom('audit_entries')
    .select(['seq', 'at', 'subject', 'detail'])
    .where('kind', 'in', namingActs)
    .$if(id !== undefined, (acts) => acts.where('subject', '=', id ?? ''))
    .execute()

/** Confirming a change as the second person ends the count of failed sign-ins. */
const isAboutOperators = (kind: string): boolean =>
  kind.startsWith('operator.') || kind === 'change.confirmed'

/** Reads the operators of an open store. `changed`: another workstation has changed them. */
export async function readOperators(store: Store, changed: () => void): Promise<OperatorRecords> {
  const known = await follow(store, {
    isConcerned: isAboutOperators,
    read: operatorsIn,
    changed,
  })
  const all = (): OperatorRow[] => [...known.value.rows.values()]
  /** Takes in what is on the disk now: only there is the time of an act known. */
  async function takeName({ kind, subject }: Act): Promise<void> {
    if (!namingActs.some((naming) => naming === kind)) return
    const namings = await namingsIn(store.read, subject)
    for (const naming of namings) known.value.names.take(naming)
  }
  return {
    all: () => all().sort((one, other) => one.name.localeCompare(other.name)),
    of: (id) => known.value.rows.get(id),
    named(name) {
      const looks = asItLooks(name)
      const before = known.value.names.earlier().find((one) => asItLooks(one.name) === looks)
      return (
        all().find((row) => asItLooks(row.name) === looks) ?? known.value.rows.get(before?.id ?? '')
      )
    },
    setters: (id) => known.value.setters.of(id),
    earlierNames: () => known.value.names.earlier(),
    async add(row, act, check) {
      const added = await recordUnlessRefused(store, act, async (tx) => {
        const checked = check()
        if (checked.ok) await tx.insertInto('operators').values(row).execute()
        return checked
      })
      if (!added.ok) return added
      const { rows, setters } = known.value
      rows.set(row.id, row)
      setters.take(act)
      await takeName(act)
      return added
    },
    async change(id, act, decide) {
      const changed = await recordUnlessRefused(store, act, async (tx) => {
        const decided = decide()
        if (decided.ok) {
          const { value: part } = detailedParts(decided.value)
          await tx.updateTable('operators').set(part).where('id', '=', id).execute()
        }
        return decided
      })
      if (!changed.ok) return changed
      const { rows, setters } = known.value
      const before = rows.get(id)
      if (before) rows.set(id, { ...before, ...changed.value })
      setters.take(act)
      await takeName(act)
      return ok(undefined)
    },
  }
}
