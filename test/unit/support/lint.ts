/** The findings of ESLint and oxlint about texts in the place of files of the project. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { programOf, root } from '../../../scripts/lib/run.ts'

/** Where a rule is broken. */
export interface Finding {
  readonly file: string
  readonly line: number
  /** As ESLint calls it. */
  readonly rule: string
}

/**
 * ESLint with the project's own settings. In CI the parser would take each file for one that is read once, and a second
 * text under the same name would meet a program that knows this file alone.
 */
export const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } },
  },
})

/** The same for templates, which have no types: reading all components for those takes half a minute. */
export const eslintOfTemplates = new ESLint({
  cwd: root,
  overrideConfig: tseslint.configs.disableTypeChecked,
})

interface Report {
  readonly diagnostics: readonly {
    readonly code?: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

const settings = [
  'oxlint.config.ts',
  'tsconfig.json',
  ...['main', 'preload', 'renderer', 'scripts', 'test'].map((part) => `${part}/tsconfig.json`),
]

/** The rules with types that the texts break, by the project's own settings. oxlint reads nothing but files. */
export async function typedFindings(
  texts: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-lint-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const name of [...settings, ...Object.keys(texts)])
      await mkdir(dirname(join(folder, name)), { recursive: true })
    for (const name of settings) await copyFile(join(root, name), join(folder, name))
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
    const { diagnostics } = JSON.parse(await report(folder, Object.keys(texts))) as Report
    return diagnostics.map(({ code = 'none', filename, labels }) => ({
      file: filename.replaceAll('\\', '/'),
      line: labels[0]?.span.line ?? 0,
      rule: code.replace(/^typescript(?:-eslint)?\((.*)\)$/, '@typescript-eslint/$1'),
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Findings end oxlint with 1, so the text alone says whether it ran. */
const report = (cwd: string, files: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const args = [programOf('oxlint'), '--threads=1', '--format=json', ...files]
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (_error, stdout) => {
      resolve(stdout)
    })
  })
