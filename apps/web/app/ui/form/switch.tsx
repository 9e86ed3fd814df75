import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import css from './switch.module.css'

export interface SwitchProps {
  label: ReactNode
  /** What it does, in small text: a description, because a name that says “Off: …” contradicts the state. */
  about?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with its label before it. */
export function Switch({ label, about, checked, onChange }: SwitchProps) {
  const id = useId()
  const described = about ? { 'aria-labelledby': `${id}name`, 'aria-describedby': `${id}about` } : {}
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch is labelled by what encloses it.
    <label className={css.row}>
      <span>
        <span id={`${id}name`}>{label}</span>
        {about && <small id={`${id}about`}>{about}</small>}
      </span>
      <BaseSwitch.Root
        {...described}
        className={css.track}
        checked={checked}
        onCheckedChange={next => onChange(next)}
      >
        <BaseSwitch.Thumb className={css.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}
