export {
  eraseRoles,
  grantRole,
  isStaff,
  listStaff,
  revokeRole,
  rolesOf,
  StaffCommandError,
  staffStanding,
} from './roles/staff-roles.ts'
export { createStaff } from './staff.ts'
