/**
 * Lint restrictions for security: each violation is planted and found, and no product file disables
 * a rule.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { childProcesses } from '../../../../scripts/lib/forbidden.ts'
import { root } from '../../../../scripts/lib/run.ts'
import { eslint, eslintOfTemplates, typedFindings } from '../../support/lint.ts'

const main = 'main/platform/clock.ts'
const preload = 'preload/contract/kernel/result.ts'
const windowSide = 'renderer/text/times.ts'
const script = 'scripts/lib/say.ts'
const test = 'test/unit/lint-rules.spec.ts'

/**
 * The violations of one file are in one text, each on its own line, so that each tool reads it
 * once.
 */
type Planted = readonly [rule: string, code: string]

const code: readonly Planted[] = [
  ['no-eval', "eval('1')"],
  ['no-eval', "globalThis.eval('1')"],
  ['no-eval', "(0, eval)('1')"],
  ['no-new-func', "new Function('return 1')"],
  ['@typescript-eslint/no-implied-eval', "setTimeout('a()', 1)"],
  ['no-script-url', "export const link = 'javascript:a()'"],
  ['no-restricted-imports', "import 'node:vm'"],
  ['no-restricted-imports', "import 'vm'"],
  ['no-restricted-imports', "import 'node:inspector'"],
  ['no-restricted-syntax', "void import('node:vm')"],
  ['no-restricted-syntax', "process.getBuiltinModule('node:vm')"],
  ['no-restricted-imports', "import { shell } from 'electron'; void shell"],
  [
    'no-restricted-properties',
    'export const open1 = (s: { openExternal: () => void }) => s.openExternal()',
  ],
]
const product: readonly Planted[] = [
  ...code,
  ['no-restricted-imports', "import 'node:child_process'"],
  ['no-restricted-imports', "import 'child_process'"],
  ['no-restricted-syntax', "void import('node:child_process')"],
  ['no-restricted-syntax', 'export const load = (name: string): unknown => import(name)'],
  ['no-restricted-syntax', 'export const set = (e: { innerHTML: string }) => { e.innerHTML = "" }'],
  ['no-restricted-syntax', 'export const properties = { innerHTML: "" }'],
  [
    'no-restricted-syntax',
    'export const add = (e: Element) => { e.insertAdjacentHTML("beforeend", "") }',
  ],
]
const ofWindow: readonly Planted[] = [
  ...product,
  ...[
    'fetch("/")',
    'new XMLHttpRequest()',
    'new WebSocket("wss://a/")',
    'new EventSource("/")',
    'new WebTransport("https://a/")',
    'new RTCPeerConnection()',
    'new Worker("/a.js")',
    'new SharedWorker("/a.js")',
    'importScripts("/a.js")',
    'new Image()',
    'open("/")',
    'localStorage.clear()',
    'indexedDB.open("a")',
  ].map((text) => ['no-restricted-globals', text] as const),
  ...[
    'window.fetch("/")',
    'globalThis.fetch("/")',
    'self.fetch("/")',
    'window.open("/")',
    'new window.WebSocket("wss://a/")',
    'new globalThis.RTCPeerConnection()',
    'navigator.sendBeacon("/")',
    'void navigator.serviceWorker.register("/a.js")',
    'document.write("a")',
    "void import('node:fs')",
    "void import('electron')",
  ].map((text) => ['no-restricted-syntax', text] as const),
  ['no-restricted-imports', "import 'node:net'"],
]

describe.each([
  ['main', main, product],
  [
    'the window',
    windowSide,
    [...ofWindow, ['no-restricted-imports', "import 'electron'"] as const],
  ],
  ['what both sides share', preload, ofWindow],
  ['scripts', script, code],
  ['tests', test, code],
] as const)('lint, in %s', (_where, file, breaches) => {
  let found: readonly { line: number; rule: string | null }[]
  beforeAll(async () => {
    const text = `${breaches.map(([, breach]) => breach).join('\n')}\n`
    const [result] = await eslint.lintText(text, { filePath: join(root, file) })
    const messages = result?.messages ?? []
    found = [
      ...messages.map(({ line, ruleId }) => ({ line, rule: ruleId })),
      ...(await typedFindings({ [file]: text })),
    ]
  })

  it.each(breaches.map(([rule, breach], at) => [breach, rule, at] as const))(
    'refuses %s',
    (_breach, rule, at) => {
      const here = found.filter(({ line }) => line === at + 1).map((one) => one.rule)
      expect(here).toContain(rule)
    },
  )
})

it.each(['v-html="a"', ':innerHTML="a"', ':srcdoc="a"'])(
  'lint refuses %s in a template',
  async (attribute) => {
    const text = `<script setup lang="ts">\nconst a = ''\n</script>\n<template><p ${attribute} /></template>\n`
    const filePath = join(root, 'renderer/app/App.vue')
    const [result] = await eslintOfTemplates.lintText(text, { filePath })
    const rules = result?.messages.map(({ ruleId }) => ruleId)
    expect(rules).toContain(
      attribute.startsWith('v-html') ? 'vue/no-v-html' : 'vue/no-restricted-v-bind',
    )
  },
)

it('the two launchers alone may start a process', async () => {
  for (const file of childProcesses) {
    const [result] = await eslint.lintText("import 'node:child_process'\n", {
      filePath: join(root, file),
    })
    expect(result?.messages.map(({ ruleId }) => ruleId)).not.toContain('no-restricted-imports')
  }
  const files = globSync('{main,preload,renderer}/**/*.{ts,vue}', { cwd: root })
  const starting = files.filter((name) =>
    readFileSync(join(root, name), 'utf8').includes('child_process'),
  )
  expect(starting.sort()).toEqual(childProcesses)
})

it('no file of the product excuses itself from these rules', () => {
  const rules =
    /(?:eslint|oxlint)-disable(?:-next-line|-line)?(?=.*(?:no-restricted|no-eval|no-new-func|no-implied-eval|no-v-html|no-script-url)|\s*(?:\*\/|-->|$|--))/m
  const files = globSync('{main,preload,renderer,scripts}/**/*.{ts,vue,mjs}', { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const excused = files.filter((name) => rules.test(readFileSync(join(root, name), 'utf8')))
  expect(excused).toEqual([])
})
