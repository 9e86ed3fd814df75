import { describe, expect, it } from 'vitest'
import { SERVER, useSmallProject, value, WEB } from './testing/small-project.ts'
import { checkText } from './text-guards.ts'

// Each guard runs over a small project in which exactly one thing is wrong, which proves that it finds something.
const project = useSmallProject()

describe('the text guards', () => {
  const filled = (lines: number) => 'export {}\n'.repeat(lines)
  // Joined here from two parts, so that this file does not break the rule that it tests.
  const slash = '/'
  const dot = '.'
  const later = 'setTimeout'
  const sleep = 'delay'
  const capital = 'Timeout'
  const now = `performance.${'now'}()`
  const limit = `time${'out'}: `
  const wait = 'waitFor'
  const cases: readonly [string, string, string, string][] = [
    ['a file over 400 lines', '401 lines, at most 400', `${SERVER}/long.ts`, filled(401)],
    ['a route over 40 lines', '41 lines, at most 40', `${WEB}/routes/profile.tsx`, filled(41)],
    [
      'a store written by hand',
      'a store of `createStore`',
      `${WEB}/features/tabs.ts`,
      'const listeners = new Set<() => void>()\n',
    ],
    [
      'a store read by hand',
      'a store of `createStore`',
      `${WEB}/features/tabs.ts`,
      'const tab = useSyncExternalStore(tabs.subscribe, tabs.getSnapshot)\n',
    ],
    [
      'what older iPhones do not have',
      'what Safari 16.4 has',
      `${WEB}/features/answer.ts`,
      'const { promise, resolve } = Promise.withResolvers<boolean>()\n',
    ],
    [
      'what a page of plain http does not have',
      'what Safari 16.4 has',
      `${WEB}/features/key.ts`,
      'export const newKey = () => crypto.randomUUID()\n',
    ],
    [
      'a day of its own',
      'the length of a minute',
      `${SERVER}/core/day.ts`,
      'const DAY_MS = 24 * 3_600_000\n',
    ],
    [
      'an amount of the API that a page parses',
      'parsed once',
      `${WEB}/features/refund.ts`,
      'export const isPaid = Number(request.payment?.refunded_amount ?? 0) > 0\n',
    ],
    [
      'a typed duration that a page parses again',
      'parsed once',
      `${WEB}/features/length.tsx`,
      'export const length = Number(form.duration)\n',
    ],
    [
      'a price that is parsed behind the route',
      'parsed once',
      `${SERVER}/domains/price.ts`,
      'export const price = parseAmount(input.amount)\n',
    ],
    [
      'a number that is called pence',
      'parsed once',
      `${SERVER}/domains/price.ts`,
      'export const price = 25 as Pence\n',
    ],
    ['a name that says nothing', 'a name says what is in it', `${SERVER}/http/string-utils.ts`, value],
    ['a folder that says nothing', 'a name says what is in it', `${WEB}/helpers/clock.ts`, value],
    [
      'a test that sleeps',
      'waits for a condition',
      `${SERVER}/a.test.ts`,
      `await new Promise(done => ${later}(done, 100))\n`,
    ],
    ['a test that waits 2 s', 'waits for a condition', `${SERVER}/a.test.ts`, `await ${sleep}(2_000)\n`],
    [
      'a browser test that sleeps',
      'waits for a condition',
      'e2e/a.spec.ts',
      `await page.waitFor${capital}(1)\n`,
    ],
    [
      'a test that measures',
      'no length of real time',
      `${SERVER}/a.test.ts`,
      `const tookMs = ${now} - begunMs\n`,
    ],
    [
      'a test that expects to be quick',
      'no length of real time',
      'e2e/a.spec.ts',
      `expect(Date.${'now'}() - begunMs).toBeLessThan(5_000)\n`,
    ],
    ['a short wait', 'only ends what hangs', `${SERVER}/a.test.ts`, `const SOON = { ${limit}5_000 }\n`],
    ['a wait of a second', 'a wait names its limit', `${SERVER}/a.contract.ts`, `await vi.${wait}(done)\n`],
    ['a test alone', 'left out or alone', `${SERVER}/a.test.ts`, `it${dot}only('runs', () => {})\n`],
    [
      'a test left out',
      'left out or alone',
      'e2e/a.spec.ts',
      `test${dot}describe${dot}skip('runs', () => {})\n`,
    ],
    [
      "a path of one person's machine",
      "one person's machine",
      'README.md',
      `Go to ${slash}root${slash}parley\n`,
    ],
    [
      'a registry of its own',
      'the registry that each machine',
      'package-lock.json',
      `"resolved"${':'} "https://registry.example/a.tgz"\n`,
    ],
    ['a word of ours in a document', 'plain English in documents', 'README.md', `Who${'ever'} comes pays.\n`],
    [
      'a word of ours in a comment',
      'plain English in comments',
      `${SERVER}/a.ts`,
      `/** Mean${'while'}. */\n`,
    ],
    [
      'a way of ours to say again',
      'plain English in comments',
      `${SERVER}/a.ts`,
      `// It is made an${'ew'}.\n`,
    ],
    [
      'a person without a noun',
      'plain English in documents',
      'README.md',
      `Kept for w${'ho'} comes later.\n`,
    ],
    [
      'a way of ours to say instead of',
      'plain English in comments',
      `${SERVER}/a.ts`,
      `// A stub in the ${'place'} of a server.\n`,
    ],
    [
      'what somebody says, as their word',
      'plain English in comments',
      `${SERVER}/a.ts`,
      `// The money that the provider sent, by its own ${'word'}.\n`,
    ],
    [
      'a message as a word, in a title',
      'plain English in the titles',
      `${SERVER}/a.test.ts`,
      `it('ends by the server’s ${'word'}', () => {})\n`,
    ],
    ['and behind code', 'plain English in comments', `${SERVER}/a.ts`, `export {} // It is go${'ne'}.\n`],
    [
      'a private word in a name',
      "names in the field's terms",
      `${SERVER}/a.ts`,
      `export type Test${'House'} = 1\n`,
    ],
    [
      'a verb of a conversation in a name',
      'sends, receives or handles',
      `${SERVER}/a.ts`,
      'export const lastToldMs = 1\n',
    ],
    [
      'a function that hears',
      'sends, receives or handles',
      `${WEB}/a.ts`,
      'export const hear = (line: string) => line\n',
    ],
    [
      'what a server hears in a figure',
      'sends, receives or handles',
      `${SERVER}/a.ts`,
      'export const roomsUnheard = 1\n',
    ],
    [
      'a function that asks a provider',
      'only people ask',
      `${SERVER}/providers/a.ts`,
      'export const askProvider = 1\n',
    ],
    ['what a test asked', 'only people ask', 'e2e/a.spec.ts', 'export function asked() {}\n'],
    [
      'a verb of a conversation in the media worker',
      'sends, receives or handles',
      'apps/media/src/a.ts',
      'export const toldBps = 1\n',
    ],
    [
      'a verb of a conversation in a measurement',
      'sends, receives or handles',
      'bench/a.ts',
      'export const tell = (line: string) => line\n',
    ],
    [
      'a verb of a conversation in the payouts',
      'sends, receives or handles',
      `${SERVER}/domains/payouts/a.ts`,
      'export const untold = 1\n',
    ],
    [
      'an amount that is a plain number',
      'an amount of a domain is `Pence`',
      `${SERVER}/domains/payouts/a.ts`,
      'export const halfOf = (netPence: number) => netPence / 2\n',
    ],
    [
      'a duration that is a plain number',
      'the duration of something sold is `Seconds`',
      `${SERVER}/domains/schedule/a.ts`,
      'export interface Sold {\n  durationSeconds?: number\n}\n',
    ],
    ['a wide line in a document', '120 columns', 'README.md', `${'word '.repeat(25)}\n`],
    ['a wide comment', '120 columns', `${SERVER}/a.ts`, `// ${'word '.repeat(25)}\n`],
    [
      'a word of ours in a title',
      'plain English in the titles',
      `${SERVER}/a.test.ts`,
      `it('ends for who${'ever'} left', () => {})\n`,
    ],
    [
      'a private word in a title',
      'plain English in the titles',
      'e2e/a.spec.ts',
      `test('a server misses a be${'at'}', () => {})\n`,
    ],
    [
      'a failure that is dropped without a reason',
      'a comment says why a failure is dropped',
      `${SERVER}/a.ts`,
      `await close().cat${'ch'}(() => undefined)\n`,
    ],
    ['a check switched off without a word', 'says why', `${SERVER}/a.ts`, `// @ts-${'ignore'}\n`],
  ]

  it.for(cases)('%s is found', async ([, problem, path, text]) => {
    await project.put({ [path]: text })
    expect((await checkText(project.root)).problems).toEqual([expect.stringContaining(problem)])
  })

  // With another ending each, so that this file does not break the rule that it tests.
  const privateNames = [
    'houz',
    'earz',
    'conferencez',
    'beatz',
    'dealingz',
    'lezzer',
    'ownPictvre',
    'ztandIn',
    'wayBac',
  ]
  const asMeant = (name: string) =>
    name.replace('houz', 'house').replace('vre', 'ure').replace('Bac', 'Back').replaceAll('z', 's')

  it.for(privateNames.map(asMeant))(
    'a name with the private word %s is found, in each spelling',
    async word => {
      const capital = word.charAt(0).toUpperCase() + word.slice(1)
      await project.put({
        [`${SERVER}/a.ts`]: `export const ${word} = 1\nexport const test${capital} = 1\nexport const ${word.toUpperCase()}_S = 1\n`,
        [`${SERVER}/b.ts`]: `export const learner = 'the ${word}' // A \`${word}\` in a comment.\n`,
      })
      const problem = (line: number) => expect.stringContaining(`a.ts:${line}: names in the field's terms`)
      expect((await checkText(project.root)).problems).toEqual([problem(1), problem(2), problem(3)])
    },
  )

  it('an outage of five seconds may take five seconds, when the line above says so', async () => {
    await project.put({ 'e2e/a.spec.ts': `// The outage has this length.\nawait ${sleep}(5_000)\n` })
    expect((await checkText(project.root)).problems).toEqual([])
  })

  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${SERVER}/rows/row-${index}.ts`, value]))

  it('a folder of more than 30 source files is found', async () => {
    await project.put(files(31))
    expect((await checkText(project.root)).problems).toEqual([
      `${SERVER}/rows: 31 source files side by side, at most 30`,
    ])
  })

  it('a folder of more than 30 pages is found', async () => {
    const pages = Array.from({ length: 31 }, (_, index) => [`docs/notes/note-${index}.md`, 'A note.\n'])
    await project.put(Object.fromEntries(pages))
    expect((await checkText(project.root)).problems).toEqual([
      'docs/notes: 31 pages side by side, at most 30',
    ])
  })

  it('30 source files and a page that describes them may stand side by side', async () => {
    await project.put({ ...files(30), [`${SERVER}/rows/README.md`]: 'Rows.\n' })
    expect((await checkText(project.root)).problems).toEqual([])
  })

  it('a wide table, link, block of code and line of code pass', async () => {
    const wide = 'word '.repeat(25)
    await project.put({
      'README.md': `| ${wide} |\n[${wide}](docs/a.md)\n\`\`\`\n${wide}\n\`\`\`\n`,
      [`${SERVER}/a.ts`]: `export const text = '${wide}'\n`,
    })
    expect((await checkText(project.root)).problems).toEqual([])
  })

  it('words of people in strings and patterns pass', async () => {
    const text = "export const isReported = (text: string) => /^You told us/.test(text) || text === 'tell'\n"
    await project.put({ [`${SERVER}/a.ts`]: text })
    expect((await checkText(project.root)).problems).toEqual([])
  })

  it('the file that reads a typed price parses it, as does a test', async () => {
    const text = 'export const price = parseAmount(typed)\n'
    await project.put({ [`${WEB}/ui/offer/share-after-fee.ts`]: text, [`${SERVER}/a.test.ts`]: text })
    expect((await checkText(project.root)).problems).toEqual([])
  })

  it('an ordinary file passes', async () => {
    const names = '/** A `house` of code has gone out. */\n'
    await project.put({
      [`${SERVER}/a.test.ts`]: filled(400),
      [`${SERVER}/b.ts`]: `${names}export const value = 'house gone meanwhile'\n`,
      'README.md': 'Data is in ./data/media.\n',
    })
    expect((await checkText(project.root)).problems).toEqual([])
  })
})
