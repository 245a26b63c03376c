/** The table of Electron's checklist in docs/promises.md is complete, and names only existing files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../../scripts/lib/run.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const section =
  read('docs/promises.md').split("## Electron's checklist\n")[1]?.split('\n## ')[0] ?? ''
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| *(-+|item|what it asks for) /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const items = rows.filter((cells) => cells.length === 5)
const beyond = rows.filter((cells) => cells.length === 4)
/** Returns the files that a text names. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]+\.ts|package\.json)`/g)].map(([, name = '']) => name)

const rules = readdirSync(join(root, 'main/shell/security')).filter((name) => name.endsWith('.ts'))
/** Combines the rules and is not one itself. */
const composing = 'secure-windows.ts'
const attacks = readdirSync(join(root, 'test/security/guards'))

describe('Electron’s checklist in docs/promises.md', () => {
  it('has all twenty items, in their order', () => {
    expect(items.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
  })

  it.each(rows.map((cells) => [cells.at(-4) ?? '', cells] as const))(
    '%s: held by a file, or the reason is given, and proven by one',
    (_what, cells) => {
      const [heldBy = '', provenBy = '', how = ''] = cells.slice(-3)
      expect(filesIn(heldBy).length > 0 || /^does not apply: ./.test(heldBy), heldBy).toBe(true)
      expect(filesIn(provenBy)).not.toEqual([])
      expect(how).not.toBe('')
      for (const name of filesIn(heldBy + provenBy))
        expect(existsSync(join(root, name)), name).toBe(true)
    },
  )

  it('names every rule of main/shell/security, each with the attack of its name', () => {
    for (const name of rules.filter((one) => one !== composing)) {
      const attack = name.replace('.ts', '.exploit.spec.ts')
      expect(attacks).toContain(attack)
      const own = [...items, ...beyond].filter((cells) =>
        cells.join().includes(`main/shell/security/${name}\``),
      )
      expect(own, name).not.toEqual([])
      for (const cells of own) expect(cells.join()).toContain(`test/security/guards/${attack}`)
    }
  })

  it('every attack takes out the rule of its name', () => {
    expect(attacks.length).toBe(rules.length - 1)
    for (const name of attacks) {
      const guard = name.replace('.exploit.spec.ts', '')
      expect(rules).toContain(`${guard}.ts`)
      expect(read(`test/security/guards/${name}`)).toContain(`guard: '${guard}'`)
    }
  })

  it('item 16: Electron is pinned, and its Node is the one that everything else runs on', () => {
    const { devDependencies, engines } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>
      engines: Record<string, string>
    }
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
    expect(engines['node']).toBe('>=24')
  })
})
