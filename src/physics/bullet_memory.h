#pragma once

namespace mmd {

/// Has Bullet allocate by operator new, which throws bad_alloc where there is no memory: by itself it goes on
/// with a null pointer. To be called before Bullet is given anything to do.
void let_bullet_throw();

}  // namespace mmd
