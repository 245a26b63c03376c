#!/usr/bin/env node
// Replaces fpm for electron-builder (CUSTOM_FPM_PATH) and makes .deb packages with dpkg-deb, which
// every Debian has: fpm needs a download, and its packages differ from one build to the next. Plain
// JavaScript, because it is started as a program. Takes the arguments that electron-builder passes;
// an unknown one is an error, never ignored.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const many = ['-d', '--deb-recommends']
const one = [
  '-s',
  '-t',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--deb-priority',
  '--deb-compression',
  '--license',
  '--log',
  '--iteration',
]
const alone = ['--force', '--debug']

const { values, lists, paths } = read(process.argv.slice(2))
if (values['-s'] !== 'dir' || values['-t'] !== 'deb') fail('only --deb from a folder is made here')
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? Math.floor(Date.now() / 1000))
const tree = mkdtempSync(join(tmpdir(), 'countersign-deb-'))
try {
  for (const [from, to] of paths) put(from, join(tree, to))
  writeControl()
  const files = settle(tree)
  writeFileSync(join(tree, 'DEBIAN/md5sums'), sums(files))
  settle(join(tree, 'DEBIAN'))
  const { status, stderr } = spawnSync(
    'dpkg-deb',
    [
      '--root-owner-group',
      `-Z${values['--deb-compression'] ?? 'xz'}`,
      '--threads-max=1',
      '--build',
      tree,
      values['--package'],
    ],
    { encoding: 'utf8', env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) } },
  )
  if (status !== 0) fail(`dpkg-deb: ${stderr}`)
} finally {
  rmSync(tree, { recursive: true, force: true })
}

function read(args) {
  const found = { values: {}, lists: {}, paths: [] }
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (many.includes(word)) (found.lists[word] ??= []).push(args[(at += 1)])
    else if (one.includes(word)) found.values[word] = args[(at += 1)]
    else if (alone.includes(word)) continue
    else if (!word.startsWith('-') && word.includes('=/')) found.paths.push(word.split('=/'))
    else fail(`an argument that is not known here: ${word}`)
  }
  return found
}

function fail(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

/** A folder's content is copied into the target; a file is copied to the target's name. */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function writeControl() {
  const [synopsis = '', ...rest] = values['--description'].split('\n').map((line) => line.trim())
  const lines = {
    Package: values['--name'],
    Version: values['--version'],
    Architecture: values['--architecture'],
    Maintainer: values['--maintainer'],
    'Installed-Size': Math.ceil(sizeOf(tree) / 1024),
    Depends: lists['-d']?.join(', '),
    Recommends: lists['--deb-recommends']?.join(', '),
    Section: values['--category'] ?? 'misc',
    Priority: values['--deb-priority'] ?? 'optional',
    Homepage: values['--url'],
    Description: [synopsis, ...rest.filter(Boolean).map((line) => ` ${line}`)].join('\n'),
  }
  const folder = join(tree, 'DEBIAN')
  mkdirSync(folder)
  const control = Object.entries(lines).filter(([, value]) => value !== undefined && value !== '')
  writeFileSync(
    join(folder, 'control'),
    control.map(([name, value]) => `${name}: ${value}\n`).join(''),
  )
  const scripts = { postinst: '--after-install', postrm: '--after-remove' }
  for (const [name, option] of Object.entries(scripts)) {
    if (!values[option]) continue
    cpSync(values[option], join(folder, name))
    chmodSync(join(folder, name), 0o755)
  }
}

/**
 * Sets the same permissions and times on every machine for all files below a folder; returns the
 * files, sorted.
 */
function settle(folder) {
  const names = readdirSync(folder, { recursive: true }).sort()
  for (const name of ['', ...names]) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) continue
    chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  }
  for (const name of [...names.reverse(), '']) {
    const path = join(folder, name)
    if (!lstatSync(path).isSymbolicLink()) utimesSync(path, epoch, epoch)
  }
  return names.map((name) => join(folder, name)).filter((path) => lstatSync(path).isFile())
}

function sizeOf(folder) {
  const sizes = readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((stats) => (stats?.isFile() ? stats.size : 0))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sums(files) {
  const named = files.map((path) => [relative(tree, path), path])
  return named
    .filter(([name]) => !name.startsWith('DEBIAN/'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, path]) => `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${name}\n`,
    )
    .join('')
}
