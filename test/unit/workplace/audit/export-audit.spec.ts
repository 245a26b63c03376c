/**
 * The export through the whole workstation: written completely or not at all, and verified by the
 * script.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { writeDurably } from '../../../../main/platform/files/write-durably.ts'
import type { FileDialogs } from '../../../../main/platform/files/chosen-file.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { noFiles } from '../../support/no-dialogs.ts'
import {
  openPracticeStore,
  removeFolder,
  newFolder,
  startWorkstation,
} from '../../support/workstation.ts'
import { runVerifier } from './open-audit.ts'

let folder = ''
afterEach(() => removeFolder(folder))

it('writes the chain of practice to the chosen file, which the script finds to hold', async () => {
  folder = await newFolder()
  const file = join(folder, 'audit.jsonl')
  const suggestedNames: string[] = []
  const dialogs: FileDialogs = {
    ...noFiles,
    save: async ({ suggestedName, content }) => {
      suggestedNames.push(suggestedName)
      await writeDurably(file, content)
      return ok({ file: 'audit.jsonl' })
    },
  }
  const { workstation, context } = await startWorkstation(folder)
  try {
    const { audit } = workstation.handlers
    expect(await audit.exportFile(undefined, { ...context, dialogs })).toEqual(
      ok({ file: 'audit.jsonl' }),
    )
    const [header = '{}'] = readFileSync(file, 'utf8').split('\n')
    const profile = { id: 'practice', name: 'Alder Falls practice bank', environment: 'practice' }
    expect(JSON.parse(header)).toMatchObject({ format: 'countersign-audit-export-1', profile })
    expect(suggestedNames[0]).toMatch(/^Alder Falls practice bank audit \d{4}-\d\d-\d\d\.jsonl$/)
    const { code, output } = await runVerifier(file)
    expect(output).toMatch(/^holds: \d+ entries, \d+ checkpoints, signed by [0-9a-f]{64}$/)
    expect(code).toBe(0)
    const listed = await audit.list({ cursor: null, limit: 20, sort: null }, context)
    const acts = listed.ok ? listed.value.items : []
    expect(acts.find(({ kind }) => kind === 'audit.export-written')?.detail).toBe(
      '{"file":"audit.jsonl"}',
    )
    expect(await audit.check(undefined, context)).toMatchObject({
      value: { checked: { kind: 'holds' } },
    })
  } finally {
    await workstation.close()
  }
  // Closing signs the latest entries.
  const store = await openPracticeStore(folder)
  const latest = await store.read
    .selectFrom('audit_checkpoints')
    .select('seq')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  const head = await store.read
    .selectFrom('audit_entries')
    .select('seq')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  expect(latest?.seq).toBe(head?.seq)
  await store.close()
})

it('records that no file was written when the dialog was cancelled', async () => {
  folder = await newFolder()
  const dialogs: FileDialogs = {
    ...noFiles,
    save: () => Promise.resolve(ok(null)),
  }
  const { workstation, context } = await startWorkstation(folder)
  try {
    const { audit } = workstation.handlers
    expect(await audit.exportFile(undefined, { ...context, dialogs })).toEqual(ok(null))
    const listed = await audit.list({ cursor: null, limit: 20, sort: null }, context)
    const kinds = listed.ok ? listed.value.items.map(({ kind }) => kind) : []
    expect(kinds).toContain('audit.export-cancelled')
    expect(kinds).not.toContain('audit.export-written')
  } finally {
    await workstation.close()
  }
})

it.each([
  [
    'answers that it could not',
    () => Promise.resolve(err({ file: 'audit.jsonl', detail: 'ENOSPC' })),
  ],
  ['breaks', () => Promise.reject(new Error('the store is gone'))],
] as const)(
  'records that it failed, and not that it was cancelled, where writing %s',
  async (_how, save) => {
    folder = await newFolder()
    const dialogs: FileDialogs = { ...noFiles, save }
    const { workstation, context } = await startWorkstation(folder)
    try {
      const { audit } = workstation.handlers
      const output = await Promise.resolve(
        audit.exportFile(undefined, { ...context, dialogs }),
      ).catch(() => 'broke')
      if (output !== 'broke') expect(output).toMatchObject({ error: { code: 'file-failed' } })
      const listed = await audit.list({ cursor: null, limit: 20, sort: null }, context)
      const acts = listed.ok ? listed.value.items : []
      const failed = acts.find(({ kind }) => kind === 'audit.export-failed')
      expect(JSON.parse(failed?.detail ?? '{}')).toMatchObject({
        file: expect.stringMatching(/audit.*jsonl$/) as string,
      })
      const kinds = acts.map(({ kind }) => kind)
      expect(kinds).not.toContain('audit.export-cancelled')
      expect(kinds).not.toContain('audit.export-written')
    } finally {
      await workstation.close()
    }
  },
)

it('leaves no incomplete file when its lines end too soon', async () => {
  folder = await newFolder()
  async function* ending(): AsyncGenerator<string> {
    yield 'first\n'
    await Promise.resolve()
    throw new Error('the store is gone')
  }
  await expect(writeDurably(join(folder, 'audit.jsonl'), ending())).rejects.toThrow('gone')
  expect(readdirSync(folder)).toEqual([])
})
