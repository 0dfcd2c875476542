// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/store.h"
#include "store/postgresql_module.h"

extern "C" {
extern const orgreg::store::PostgresqlModule orgreg_postgresql_module;
const orgreg::store::PostgresqlModule orgreg_postgresql_module = {
    .mark = ORGREG_MODULE_MARK,
    .open = orgreg::store::OpenPostgresql,
};
}
