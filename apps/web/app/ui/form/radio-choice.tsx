import { useId } from 'react'
import css from './radio-choice.module.css'

interface RadioChoiceProps<T extends string> {
  legend: string
  options: readonly T[]
  wordsOf: (option: T) => string
  chosen: T | null
  onChoose: (option: T) => void
}

/** A choice between a few options, each with a text. */
export function RadioChoice<T extends string>(props: RadioChoiceProps<T>) {
  const { legend, options, wordsOf, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className={css.options}>
      <legend>{legend}</legend>
      {options.map(option => (
        <label key={option} className={css.option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={chosen === option}
            onChange={() => onChoose(option)}
          />
          <span>{wordsOf(option)}</span>
        </label>
      ))}
    </fieldset>
  )
}
