import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { catalogueFile, checkCatalogues, readEnglish, type Texts } from './catalogues.ts'

const PAGE = `
import { msg, plural, t } from './language/text.ts'
const TITLE = msg('Your calls')
export const Page = ({ count, name }) => (
  <main aria-label={t('Calls of {name}', { name })} className="wide call">
    <h1>{t(TITLE)}</h1>
    <p>{plural(count, { one: '{count} call', other: '{count} calls' })}</p>
    <RichText text="Read the <terms>terms</terms>." parts={{ terms: words => <a href="/terms">{words}</a> }} />
    <span>Parley</span>
  </main>
)
`
let root: string
let english: Texts

const write = async (file: string, texts: Texts) => {
  const { path, text } = catalogueFile(root, file, texts)
  await writeFile(path, text)
}
/** Writes this page as PAGE, with its English catalogue made from the code. */
async function show(page: string): Promise<void> {
  await writeFile(join(root, 'apps/web/app/page.tsx'), page)
  english = (await readEnglish(root)).english
  await write('en.json', english)
  await write('de.json', english)
}
const problems = async () => (await checkCatalogues(root)).problems

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-catalogues-'))
  await mkdir(join(root, 'apps/web/app/language/catalogues'), { recursive: true })
  const server = join(root, 'apps/server/src')
  for (const folder of ['domains/calls', 'core']) await mkdir(join(server, folder), { recursive: true })
  await writeFile(join(server, 'core/refusal.ts'), "const detail = 'Not so fast'")
  await writeFile(join(server, 'domains/calls/join.ts'), "throw refuse.conflict('It is over')")
  await show(PAGE)
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('a page whose texts all go through the catalogues passes, and its texts are listed', async () => {
  expect(await problems()).toEqual([])
  const shown = ['Your calls', 'Calls of {name}', 'Read the <terms>terms</terms>.']
  for (const text of [...shown, 'Not so fast', 'It is over']) expect(english[text]).toBe(text)
  expect(english['{count} calls']).toEqual({ one: '{count} call', other: '{count} calls' })
  expect(english).not.toHaveProperty('wide call')
})

it('a refusal in a constant of its file is listed, also on a line of its own, and no other constant', async () => {
  const code = `
const OVER = 'The line is over'
const LOST =
  'This link cannot be shown once more'
const FORGOTTEN = 'A title of the database'
const step = () => ({ refused: OVER })
const give = () => (isLost ? { notAllowed: LOST } : null)
const open = () => { throw refuse.notFound(NOBODY, { title: FORGOTTEN }) }
const NOBODY = 'There is nobody here'
`
  await writeFile(join(root, 'apps/server/src/domains/calls/step.ts'), code)
  const listed = (await readEnglish(root)).english
  const refusals = ['The line is over', 'This link cannot be shown once more', 'There is nobody here']
  for (const text of refusals) expect(listed[text]).toBe(text)
  expect(listed).not.toHaveProperty('A title of the database')
})

it.each([
  ['words between tags', '<p>Nobody is here</p>', 'Nobody is here'],
  ['a label', '<button aria-label="Close" />', 'Close'],
  ['a sentence in an expression', "<p>{open ? 'Come in now' : null}</p>", 'Come in now'],
  ['words around a value', `<p>{\`Pay \${amount} today\`}</p>`, 'today'],
  ['a glued plural', '<p>{plural(count, forms)}</p>', 'plural() takes its two forms as literals'],
])('%s outside of the catalogues is found', async (_what, element, words) => {
  await show(`export const Page = ({ open, amount, count, forms }) => ${element}`)
  const found = await problems()
  expect(found).not.toEqual([])
  for (const problem of found) expect(problem).toContain('in no catalogue: page.tsx: ')
  expect(found.join()).toContain(words)
})

it.each<[string, (texts: Texts) => void, string]>([
  ['a text that is missing', texts => delete texts['Your calls'], '"Your calls" is not translated'],
  ['an empty one', texts => Object.assign(texts, { 'Your calls': ' ' }), '"Your calls" is empty'],
  [
    'another placeholder',
    texts => Object.assign(texts, { 'Calls of {name}': 'Gespräche von {Name}' }),
    'other placeholders',
  ],
  [
    'a tag that is not closed',
    texts => Object.assign(texts, { 'Read the <terms>terms</terms>.': 'Lies die <terms>Bedingungen.' }),
    'other placeholders or tags',
  ],
  [
    'a plural without its last form',
    texts => Object.assign(texts, { '{count} calls': { one: 'ein Gespräch' } }),
    'no form for "other"',
  ],
  ['a text that nobody says', texts => Object.assign(texts, { Gone: 'Weg' }), 'said nowhere any more'],
])('a translation with %s fails', async (_what, spoil, words) => {
  const texts = structuredClone(english)
  spoil(texts)
  await write('de.json', texts)
  const found = await problems()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^de\.json: /)
  expect(found[0]).toContain(words)
})

it('words that several pages share are in the catalogues, and those of the translation code itself are not', async () => {
  const language = join(root, 'apps/web/app/language')
  await writeFile(join(language, 'parcel-words.ts'), "export const LATE = msg('It is late')")
  await writeFile(join(language, 'formats.ts'), "export const UNIT = msg('a unit of ours')")
  const { english: read } = await readEnglish(root)
  expect(read['It is late']).toBe('It is late')
  expect(read).not.toHaveProperty('a unit of ours')
})

it('a singular form may leave out the number', async () => {
  await write('de.json', { ...english, '{count} calls': { one: 'ein Gespräch', other: '{count} Gespräche' } })
  expect(await problems()).toEqual([])
})

it('an English catalogue older than the code fails', async () => {
  await write('en.json', { ...english, 'Your calls': 'My calls' })
  expect(await problems()).toEqual([expect.stringContaining('run `npm run catalogues`')])
})

it('a soft hyphen stays visible in a written catalogue, and in the text', async () => {
  const { text } = catalogueFile(root, 'de.json', { Code: 'Wiederherstellungs\u00adcode' })
  expect(text).toBe('{\n  "Code": "Wiederherstellungs\\u00adcode"\n}\n')
  expect(JSON.parse(text)).toEqual({ Code: 'Wiederherstellungs\u00adcode' })
})
