import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import css from './switch.module.css'

export interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with its label before it. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch is labelled by what encloses it.
    <label className={css.row}>
      <span>{label}</span>
      <BaseSwitch.Root className={css.track} checked={checked} onCheckedChange={next => onChange(next)}>
        <BaseSwitch.Thumb className={css.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}
