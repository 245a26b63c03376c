/** Chooses the tests that a change affects. Pure: the files and their texts are passed in. */
import { posix } from 'node:path'

/**
 * The files of the tree, as paths from the project's root, each with the files that its text names.
 */
export type Graph = ReadonlyMap<string, readonly string[]>

/** The tests to run for a change. */
export interface Choice {
  readonly vitest: readonly string[]
  readonly e2e: readonly string[]
  /** Number of further affected tests, which are too far away to fit into two minutes. */
  readonly left: { readonly vitest: number; readonly e2e: number }
}

/** At 3 s a test file and 25 s a window spec on two cores, both together take two minutes. */
const most = { vitest: 40, e2e: 4 }

const isVitest = (file: string): boolean =>
  /^test\/(unit|contract|conformance|component|security\/(orders|profiles))\/.*\.spec\.ts$/.test(
    file,
  )
const isE2e = (file: string): boolean =>
  /^test\/(e2e|security)\/.*\.spec\.ts$/.test(file) && !isVitest(file)

/**
 * Returns the graph of these texts. A quoted path of a file is an edge, from the file's own folder
 * or from the root: imports of every kind, and the scripts of workers and child processes, which
 * are loaded by URL and are in no bundler's graph. Folders that are read as a whole, e.g. of
 * fixtures, are not detected.
 */
export function graphOf(texts: ReadonlyMap<string, string>): Graph {
  const named = (file: string, text: string): string[] => {
    const paths = [...text.matchAll(/(['"`])([^'"`\s]+\.\w+)\1/g)].map(([, , path = '']) => path)
    const candidates = paths.flatMap((path) => [
      posix.join(posix.dirname(file), path),
      ...(path.startsWith('.') ? [] : [path]),
    ])
    return [...new Set(candidates)].filter((path) => path !== file && texts.has(path))
  }
  return new Map([...texts].map(([file, text]) => [file, named(file, text)]))
}

/**
 * Returns all files that reach one of these, each with its distance in steps, the nearest first.
 */
function reaching(graph: Graph, files: readonly string[]): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>()
  for (const [file, named] of graph) {
    for (const path of named) importers.set(path, [...(importers.get(path) ?? []), file])
  }
  const steps = new Map(files.map((file) => [file, 0]))
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) {
      if (!steps.has(importer)) steps.set(importer, step + 1)
    }
  }
  return steps
}

/** Returns the nearest up to the limit; of equal distance, first those for which `isPreferred` holds. */
function nearest(
  found: ReadonlyMap<string, number>,
  limit: number,
  isPreferred: (file: string) => boolean = () => false,
): readonly string[] {
  const rank = ([file, step]: readonly [string, number]): number =>
    2 * step + (isPreferred(file) ? 0 : 1)
  return [...found]
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, limit)
    .map(([file]) => file)
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x)es$/, '$1')
    .replace(/s$/, '')

const nounsOf = (name: string): readonly string[] => name.split('-').map(singular)

/**
 * Returns the first word of a file's name: the page object `payees-screen.ts` and the spec
 * `payees.spec.ts` belong to payees.
 */
const nounOf = (file: string): string => singular(/^[a-z]+/.exec(posix.basename(file))?.[0] ?? '')

/** Returns the specs of a screen: those with its name, or else those whose page objects have it. */
function specsOf(graph: Graph, folder: string): readonly string[] {
  const nouns = nounsOf(folder)
  const isOfIt = (file: string): boolean => nouns.includes(nounOf(file))
  const specs = [...graph.keys()].filter((file) => file.startsWith('test/e2e/') && isE2e(file))
  const byName = specs.filter(isOfIt)
  if (byName.length > 0) return byName
  return specs.filter((spec) =>
    (graph.get(spec) ?? []).some((page) => page.startsWith('test/e2e/pages/') && isOfIt(page)),
  )
}

/**
 * Returns the specs of the screen that a product file belongs to, by the innermost of its folders
 * that names one.
 */
function specsOfProductFile(graph: Graph, file: string): readonly string[] {
  const folders = posix.dirname(file).split('/').slice(1).reverse()
  return folders.map((folder) => specsOf(graph, folder)).find(({ length }) => length > 0) ?? []
}

/** Returns the specs of every screen that shows a shared component. */
function screensShowing(graph: Graph, file: string): readonly string[] {
  const features = [...reaching(graph, [file]).keys()].filter((path) =>
    path.startsWith('renderer/features/'),
  )
  return features.flatMap((path) => specsOfProductFile(graph, path))
}

/**
 * Returns whether a test is in a folder with the same name as the innermost folder of a changed
 * product file.
 */
function isBeside(changed: readonly string[]): (test: string) => boolean {
  const folders = new Set(
    changed.flatMap((file) => {
      const [, own] =
        /^(?:main|preload\/contract|renderer)\/(?:.+\/)?([^/]+)\/[^/]+$/.exec(file) ?? []
      return own === undefined ? [] : [own]
    }),
  )
  return (test) => test.split('/').some((folder) => folders.has(folder))
}

/**
 * Returns the window specs: of the screens that product files belong to, and those that use changed
 * test files.
 */
function e2eSteps(graph: Graph, changed: readonly string[]): ReadonlyMap<string, number> {
  const ofScreens = changed
    .filter((file) => /^(main|preload|renderer)\//.test(file))
    .flatMap((file) => {
      const own = specsOfProductFile(graph, file)
      return own.length === 0 && file.startsWith('renderer/') ? screensShowing(graph, file) : own
    })
  const ofTests = reaching(
    graph,
    changed.filter((file) => file.startsWith('test/')),
  )
  const steps = [
    ...[...ofTests].filter(([file]) => isE2e(file)),
    ...ofScreens.map((file) => [file, 0] as const),
  ]
  return new Map(steps.sort(([, a], [, b]) => a - b))
}

/**
 * Returns the tests affected by these changed files, the nearest first. Proofs are not included.
 */
export function testsFor(graph: Graph, changed: readonly string[]): Choice {
  const beside = isBeside(changed)
  const reached = new Map([...reaching(graph, changed)].filter(([file]) => isVitest(file)))
  // No test reaches a program that is started under a computed name: then the tests of its folder
  // run.
  const ofFolder = [...graph.keys()].filter((file) => isVitest(file) && beside(file))
  const steps = reached.size > 0 ? reached : new Map(ofFolder.map((file) => [file, 0]))
  const ofWindow = e2eSteps(graph, changed)
  const vitest = nearest(steps, most.vitest, beside)
  const e2e = nearest(ofWindow, most.e2e)
  return {
    vitest,
    e2e,
    left: { vitest: steps.size - vitest.length, e2e: ofWindow.size - e2e.length },
  }
}

/** Returns the changed settings of the whole project, which every test depends on and few name. */
export const wholeSettings = (changed: readonly string[]): readonly string[] =>
  changed.filter((file) => /^(package(-lock)?\.json|tsconfig\.json|\w+\.config\.[jt]s)$/.test(file))
