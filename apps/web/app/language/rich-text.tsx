import { Fragment, type ReactNode } from 'react'
import { t } from './text.ts'

const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gs

export interface RichTextProps {
  /** For example 'Read the <terms>terms</terms>, {name}.' */
  text: string
  /** For each name in the text: the content of the placeholder, or a function of the words between the tags. */
  parts: Readonly<Record<string, ReactNode | ((words: string) => ReactNode)>>
}

/** A sentence with links or other elements in it, translated as a whole. */
export function RichText({ text, parts }: RichTextProps): ReactNode {
  const translated: string = t(text)
  const shown: ReactNode[] = []
  let end = 0
  for (const match of translated.matchAll(PART)) {
    const [whole, tag, words = '', placeholder] = match
    const part = parts[tag ?? placeholder ?? '']
    shown.push(translated.slice(end, match.index))
    shown.push(typeof part === 'function' ? part(words) : part)
    end = match.index + whole.length
  }
  shown.push(translated.slice(end))
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity but their position.
  return shown.map((part, place) => <Fragment key={place}>{part}</Fragment>)
}
