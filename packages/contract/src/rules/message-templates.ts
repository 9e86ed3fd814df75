/**
 * Refusals with values in them. The server sends the filled English sentence, as `field: message`; a page recognises
 * the sentence and its values, and translates it.
 */
export const templates = {
  timesADay: 'Please choose at most {most} times a day',
  between: 'Please choose {min} to {max}',
  dates: 'Please choose at most {most} dates',
  times: 'Please choose at most {most} times',
  days: 'Please ask for at most {most} days',
  characters: 'Please write at most {most} characters',
  opensAt: 'This call opens at {at}',
} as const

export type TemplateValues = Readonly<Record<string, string>>

/** The sentence with its values. */
export function said(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A value is a number or a time, so the text of a person never counts as one. */
const VALUE = String.raw`(-?\d[\d.,:TZ-]*)`
const PATTERNS = Object.values(templates).map(template => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return { template, names, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, VALUE)}$`) }
})

/** The template and the values of a filled sentence; null for every other text. */
export function readSaid(text: string): { template: string; values: TemplateValues } | null {
  for (const { template, names, pattern } of PATTERNS) {
    const found = pattern.exec(text)
    if (found) {
      const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
      return { template, values }
    }
  }
  return null
}
