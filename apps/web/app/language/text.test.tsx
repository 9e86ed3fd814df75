import { pence } from '@parley/contract/money'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { dateText, numberText, poundsText } from './formats.ts'
import { RichText } from './rich-text.tsx'
import { type Catalogue, ENGLISH, plural, readLanguageFrom, t } from './text.ts'

const inGerman = (catalogue: Catalogue) => readLanguageFrom(() => ({ language: 'de', catalogue }))
afterEach(() => readLanguageFrom(() => ENGLISH))

it('a text without a translation stays English, and placeholders are filled in every language', () => {
  expect(t('Pay {amount}', { amount: '£25.00' })).toBe('Pay £25.00')
  inGerman({ 'Pay {amount}': '{amount} zahlen' })
  expect(t('Pay {amount}', { amount: '£25.00' })).toBe('£25.00 zahlen')
  expect(t('Not translated yet')).toBe('Not translated yet')
})

it('a server text with numbers in it is translated, and keeps its numbers', () => {
  const [refused, opens] = ['Please choose 1 to 30', 'This call opens at 2027-03-02T10:00:00.000Z']
  expect([t(refused), t(opens)]).toEqual([refused, opens])
  inGerman({
    'Please choose {min} to {max}': 'Bitte wähle {min} bis {max}',
    'This call opens at {at}': 'Dieses Gespräch öffnet am {at}',
  })
  expect(t(refused)).toBe('Bitte wähle 1 bis 30')
  expect(t(opens)).toMatch(/^Dieses Gespräch öffnet am 0?2\.03\.2027, \d\d:00$/)
})

it('typed text is never taken for a placeholder', () => {
  expect(t('{name} is here', { name: '{name} $& {other}' })).toBe('{name} $& {other} is here')
})

it('a number has the plural form of its language', () => {
  const places = (count: number) => plural(count, { one: '{count} place left', other: '{count} places left' })
  expect([places(0), places(1), places(2)]).toEqual(['0 places left', '1 place left', '2 places left'])
  inGerman({ '{count} places left': { one: 'noch {count} Platz', other: 'noch {count} Plätze' } })
  expect([places(0), places(1)]).toEqual(['noch 0 Plätze', 'noch 1 Platz'])
})

it('a sentence with a link in it is translated as a whole, and its words are escaped', () => {
  const page = () =>
    renderToStaticMarkup(
      <RichText
        text="Read the <terms>terms</terms>, {name}."
        parts={{ terms: words => <a href="/terms">{words}</a>, name: '<b>Ivy</b>' }}
      />,
    )
  expect(page()).toBe('Read the <a href="/terms">terms</a>, &lt;b&gt;Ivy&lt;/b&gt;.')
  inGerman({ 'Read the <terms>terms</terms>, {name}.': '{name}, lies die <terms>Bedingungen</terms>.' })
  expect(page()).toBe('&lt;b&gt;Ivy&lt;/b&gt;, lies die <a href="/terms">Bedingungen</a>.')
})

it('dates, numbers and pounds have the format of the language', () => {
  const day = new Date('2026-03-09T12:00:00Z')
  const written = () => [
    dateText(day, { dateStyle: 'long', timeZone: 'UTC' }),
    numberText(12_345.5),
    poundsText(pence(123_450)).replace(/\s/g, ' '),
  ]
  expect(written()).toEqual(['9 March 2026', '12,345.5', '£1,234.50'])
  inGerman({})
  expect(written()).toEqual(['9. März 2026', '12.345,5', '1.234,50 £'])
})
