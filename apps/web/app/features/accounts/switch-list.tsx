import { useSyncExternalStore } from 'react'
import { Switch } from '../../ui/switch.tsx'
import type { SettingSwitches, SwitchName } from './setting-switches.ts'
import css from './settings.module.css'

export interface SwitchLine {
  name: SwitchName
  label: string
  about?: string
}

/** Switches that save themselves, one a line. */
export function SwitchList({ switches, lines }: { switches: SettingSwitches; lines: readonly SwitchLine[] }) {
  const values = useSyncExternalStore(switches.subscribe, switches.getSnapshot, switches.getSnapshot)
  return (
    <div className={css.switches}>
      {lines.map(({ name, label, about }) => (
        <div key={name} className={css.switch}>
          <Switch
            label={<SwitchWords label={label} about={about} />}
            checked={values[name]}
            onChange={on => void switches.set(name, on)}
          />
        </div>
      ))}
    </div>
  )
}

export function SwitchWords({ label, about }: { label: string; about?: string | undefined }) {
  return (
    <>
      {label}
      {about && <small>{about}</small>}
    </>
  )
}
