/** An audit service on a real store, with its own keys and timers that a test runs. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { createAuditService } from '../../../../main/workplace/audit.service.ts'
import { auditKeyFrom, newAuditKey, type AuditKeys } from '../../../../main/store/audit-key.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { CallContext } from '../../../../main/platform/handlers.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { sessionContext } from '../../support/session-context.ts'
import { act, newFolder, newStorePath, open } from '../../store/stores.ts'

export const theo: CallContext = {
  operator: { id: 'theo', name: 'Theo Park', roles: ['checker', 'administrator'] },
}

/** Keys that exist, as those of a real profile do. */
export function ownKeys(pkcs8 = newAuditKey()): AuditKeys {
  const key = auditKeyFrom(pkcs8)
  return { isPublic: false, currentKey: () => key, take: () => Promise.resolve(ok(key)) }
}

/** Timers that wait until a test runs them. */
export function pausedTimers() {
  const waiting = new Set<{ readonly ms: number; readonly run: () => void }>()
  return {
    startTimer: (ms: number, run: () => void) => {
      const timer = { ms, run }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
    delays: () => [...waiting].map(({ ms }) => ms),
    /** Runs the timers with this delay. */
    run(ms: number) {
      for (const timer of [...waiting].filter((one) => one.ms === ms)) {
        waiting.delete(timer)
        timer.run()
      }
    },
  }
}

/** The service of a store, and the events that it sent. */
export async function openAudit(
  store: Store,
  keys: AuditKeys = ownKeys(),
  saveHead: () => Promise<void> = () => Promise.resolve(),
) {
  const timers = pausedTimers()
  const { context, emitted, pass } = sessionContext(store)
  const deps = { ...context, profileId: 'harbor', environment: 'production' as const }
  const session = await createAuditService(deps, { keys, saveHead, startTimer: timers.startTimer })
  onTestFinished(() => session.settled())
  return { session, emitted, timers, pass, keys }
}

/** A store whose chain has that many entries; the first records the creation of the store. */
export async function storeWithActs(count: number): Promise<Store> {
  const store = await open(newStorePath())
  for (let at = 2; at <= count; at += 1) await store.note(act(`o${String(at)}`))
  return store
}

export const checkpointsOf = (store: Store) =>
  store.read.selectFrom('audit_checkpoints').selectAll().orderBy('seq').execute()

/** Returns everything that the service would write to a file, line by line. */
export async function exported(session: Awaited<ReturnType<typeof openAudit>>['session']) {
  const begun = await session.beginExport('theo', 'Harbor Trust')
  if (!begun.ok) throw new Error(begun.error.code)
  let text = ''
  for await (const part of begun.value.lines) text += part
  return text.trimEnd().split('\n')
}

const script = fileURLToPath(new URL('../../../../scripts/verify-audit.mjs', import.meta.url))

/** Runs the stand-alone verifier as anybody would. */
export function verify(content: string | Uint8Array, ...more: string[]) {
  const file = join(newFolder(), 'audit.jsonl')
  writeFileSync(file, content)
  return runVerifier(file, ...more)
}

export const runVerifier = (...given: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...given], (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0
      resolve({ code, output: (stdout + stderr).trim() })
    })
  })
