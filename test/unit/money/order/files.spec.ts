/** Files of an order: limits, names, hashes in the audit chain, and what a changed store gives. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  attachFiles,
  filesOf,
  readAttachedFile,
  shownFileName,
} from '../../../../main/money/order/files.ts'
import { Refused } from '../../../../main/money/order/refusals.ts'
import { sha256Of } from '../../../../main/platform/sha256.ts'
import { orderFileLimits } from '../../../../preload/contract/domain/orders/order-course.ts'
import { contextOf, readingOf } from './support/reading-session.ts'
import { approvedOrder, draft, openSession, release, rowOf } from './support/sending-session.ts'
import type { SendingSession } from './support/sending-session.ts'
import { itInFile } from '../../store/stores.ts'

const file = (name: string, content: string | number = name) => ({
  name,
  bytes: typeof content === 'number' ? Buffer.alloc(content, name) : Buffer.from(content),
})
const attach = (session: SendingSession, ...files: ReturnType<typeof file>[]) =>
  attachFiles(contextOf(session), { id: 'o1', files }, 'theo')
const refusalOf = async (done: Promise<unknown>) =>
  done.then(
    () => undefined,
    (problem: unknown) =>
      problem instanceof Refused ? problem.failure : expect.fail(String(problem)),
  )
const stored = ({ store }: SendingSession) => filesOf(store.read, 'o1')
const fromOutside = (session: SendingSession, ...statusEvents: ReturnType<typeof sql>[]) =>
  session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    for (const statement of statusEvents) await statement.execute(tx)
  })

it('stores several files with their hashes, and gives back exactly their bytes', async () => {
  const session = await openSession()
  await draft(session)
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  await attach(session, { name: 'invoice.pdf', bytes }, file('Contract 005550142.txt', 'agreed'))
  const rows = await stored(session)
  expect(rows.map(({ name, bytes: size, author, at }) => [name, size, author, at])).toEqual([
    ['invoice.pdf', 256, 'theo', '2026-11-23T14:00:00.000Z'],
    ['Contract 005550142.txt', 6, 'theo', '2026-11-23T14:00:00.000Z'],
  ])
  const read = await readAttachedFile(session.store.read, { id: 'o1', fileId: rows[0]?.id ?? '' })
  if (!read.ok) return expect.fail(read.error.code)
  expect(Buffer.from(read.value.content).equals(bytes)).toBe(true)
  const { files } = await readingOf(session).get()
  expect(files).toMatchObject([
    { name: 'invoice.pdf', bytes: 256, sha256: sha256Of(bytes), by: { name: 'Theo' } },
    { name: expect.not.stringContaining('5550142') as string, sha256: sha256Of('agreed') },
  ])
  const [act] = await session.store.read
    .selectFrom('audit_entries')
    .select(['actor', 'subject', 'detail'])
    .where('kind', '=', 'order.files-attached')
    .execute()
  expect(act).toMatchObject({ actor: 'theo', subject: 'o1' })
  expect(act?.detail).toContain(sha256Of(bytes))
  expect(act?.detail).toContain(sha256Of('agreed'))
  expect(act?.detail).not.toContain('5550142')
})

it('changes neither the order nor its approvals: it can be released as before', async () => {
  const session = await openSession()
  const approvalHash = await approvedOrder(session)
  const before = await rowOf(session)
  await attach(session, file('late.txt'))
  expect(await rowOf(session)).toEqual(before)
  await release(session, approvalHash, 'accepted')
})

it('takes 5 MB each and 20 MB an order, and of several files all or none', async () => {
  const session = await openSession()
  await draft(session)
  const { each, ofOrder } = orderFileLimits
  expect(await refusalOf(attach(session, file('a', 'a'), file('b', each + 1)))).toEqual({
    code: 'not-attached',
    file: 'b',
    why: 'too-large',
  })
  expect(await refusalOf(attach(session, file('a', 'a'), file('empty', 0)))).toMatchObject({
    why: 'empty',
  })
  expect(await stored(session)).toEqual([])
  await attach(session, ...['1', '2', '3', '4'].map((name) => file(name, each)))
  expect(ofOrder).toBe(4 * each)
  expect(await refusalOf(attach(session, file('more', 'm')))).toMatchObject({ why: 'order-full' })
  expect(await stored(session)).toHaveLength(4)
})

it('refuses a file for no order, and in a retired profile', async () => {
  const session = await openSession()
  expect(await refusalOf(attach(session, file('a')))).toEqual({ code: 'not-found' })
  await draft(session)
  session.blocked = { code: 'profile-retired' }
  expect(await refusalOf(attach(session, file('a')))).toEqual({ code: 'profile-retired' })
  expect(await stored(session)).toEqual([])
})

it.each([
  ['/home/theo/invoice.pdf', 'invoice.pdf'],
  ['C:\\Users\\theo\\invoice.pdf', 'invoice.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u0000b\nc\u200B.txt', 'abc.txt'],
  ['  two   spaces .txt ', 'two spaces .txt'],
  ['\u202E', 'Unnamed file'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
])('shows the name %j as %j', (given, shown) => {
  expect(shownFileName(given)).toBe(shown)
})

itInFile('does not give a file whose content or hash was changed from outside', async () => {
  const session = await openSession()
  await draft(session)
  await attach(session, file('one.txt'), file('two.txt'))
  const [one, two] = await stored(session)
  await expect(fromOutside(session, sql`DELETE FROM order_files`)).rejects.toThrow('never')
  await expect(
    fromOutside(session, sql`UPDATE order_file_contents SET content = x'00'`),
  ).rejects.toThrow('never')
  await fromOutside(
    session,
    sql`DROP TRIGGER order_file_contents_stay`,
    sql`DROP TRIGGER order_files_stay`,
    sql`UPDATE order_file_contents SET content = ${Buffer.from('other')}`,
    sql`UPDATE order_files SET sha256 = ${sha256Of('other')} WHERE id = ${two?.id ?? ''}`,
  )
  for (const changed of [one, two]) {
    const read = await readAttachedFile(session.store.read, { id: 'o1', fileId: changed?.id ?? '' })
    expect(read).toEqual({ ok: false, error: { code: 'file-changed', file: changed?.name } })
  }
  const none = await readAttachedFile(session.store.read, { id: 'o2', fileId: one?.id ?? '' })
  expect(none).toEqual({ ok: false, error: { code: 'not-found' } })
})
