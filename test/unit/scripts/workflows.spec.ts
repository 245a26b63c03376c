import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/lib/run.ts'

const folder = join(root, '.github/workflows')
const faultsOf = (content: string): readonly string[] => {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(({ message }) => message)
}

it.each(readdirSync(folder))('%s follows the schema of workflows', (name) => {
  expect(faultsOf(readFileSync(join(folder, name), 'utf8'))).toEqual([])
})

it('a misspelled key is found', () => {
  const text = readFileSync(join(folder, 'smoke.yml'), 'utf8')
  expect(faultsOf(text.replace('runs-on:', 'run-on:'))).not.toEqual([])
})

it('every command of a workflow is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const named = readdirSync(folder)
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/npm run ([\w:-]+)/g)])
    .map(([, script = '']) => script)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})
